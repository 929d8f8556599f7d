import type { IdentityName, ResolvedTarget } from '../target.ts';
import type { Asker } from './asker.ts';
import { evidenceOf } from './evidence.ts';
import { creation, isPerformed, lineOf, lookup, type Probe } from './probe.ts';
import { idAt } from '../target/places.ts';
import { type Refusal, refusal } from './result.ts';

/** What of a credential makes it another one. */
const credentialOf = (auth: ResolvedTarget['identities']['owner']['auth']): string =>
  JSON.stringify({ ...auth, invalid: undefined });

/** Two identities that present the same credential, which is never shown; undefined where there are none. */
export const equalIdentities = ({
  identities,
  references,
}: Pick<ResolvedTarget, 'identities' | 'references'>): Refusal | undefined => {
  const declared = Object.entries(identities).flatMap(([name, identity]) =>
    identity ? [{ name: name as IdentityName, credential: credentialOf(identity.auth) }] : [],
  );
  for (const [at, { name, credential }] of declared.entries()) {
    const first = declared.slice(0, at).find((each) => each.credential === credential);
    if (!first) continue;
    const written = (identity: IdentityName): string => {
      const path = `identities.${identity}.auth`;
      const found = Object.entries(references).filter(([key]) => key.startsWith(`${path}.`));
      return found.length === 0 ? path : `${path} (${found.map(([, text]) => text).join(', ')})`;
    };
    return refusal(
      `${written(first.name)} and ${written(name)} are the same credential, so they are one caller`,
      `give identities.${name} a credential of its own, or leave it out: what needs it is then not applicable`,
    );
  }
  return undefined;
};

/**
 * An identity without rights that may do whatever was tried, on every line: create a draft and read it. One refusal, and it
 * is judged instead (AUTH-03). `probe`: its first creation.
 */
export const rightsOfWithoutRights = async (
  probe: Probe,
  owners: readonly Probe[],
  asker: Asker,
): Promise<Refusal | undefined> => {
  if (!isPerformed(probe)) return undefined;
  const { target } = probe;
  const identity = 'withoutRights';
  // What the owner may not do either says nothing about rights.
  const lines = owners.filter(isPerformed).map(lineOf);
  if (!lines.includes(lineOf(probe))) return undefined;
  const others = lines.filter((line) => line !== lineOf(probe));
  const rest = others.map((line) => creation(line, target, { identity }));
  const creations = [probe, ...(await asker.ask(rest))];
  const reads = creations.flatMap((made) => {
    const draftId = idAt(target.ids[lineOf(made)].draft, made.exchange);
    return draftId === undefined ? [] : [lookup(lineOf(made), target, { draftId, identity })];
  });
  const read = await asker.ask(reads);
  const all = [...creations, ...read];
  const wasAllAsked = creations.length === lines.length && read.length === reads.length;
  if (!wasAllAsked || all.length < 2 || !all.every(isPerformed)) return undefined;
  return refusal(
    `identities.withoutRights may do whatever was tried: ${all.map(({ call }) => call.operation).join(', ')} (${evidenceOf(probe.exchange)})`,
    'give identities.withoutRights the credential of a caller who may call no operation (is it one of the owner, or of another customer?), or leave it out: what needs it is then not applicable',
  );
};
