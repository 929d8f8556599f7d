import type { ResolvedTarget } from '../target.ts';
import type { IdentityName } from '../target/target-auth.ts';
import type { PreflightClient } from './preflight-client.ts';
import { evidenceOf, classifyAnswer } from './classify-answer.ts';
import {
  draftCreation,
  isSuccess,
  lineOf,
  draftLookup,
  type Probe,
  type PreflightFailure,
  preflightFailure,
  isCreation,
  statusOf,
} from './probe.ts';
import { idAt } from '../target/places.ts';
import { LINES } from '../../spec/line.ts';
import type { Recheck } from './recheck-address.ts';

/** Parts of a credential that distinguish it from another. */
const credentialOf = (auth: ResolvedTarget['identities']['owner']['auth']): string =>
  JSON.stringify({ ...auth, invalid: undefined });

/** Problem of two identities with the same credential, which is never shown; undefined if there are none. */
export const equalIdentities = ({
  identities,
  references,
}: Pick<ResolvedTarget, 'identities' | 'references'>): PreflightFailure | undefined => {
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
    return preflightFailure(
      `${written(first.name)} and ${written(name)} are the same credential, so they are the same caller`,
      `give identities.${name} a credential of its own, or remove it: requirements that need it are then not applicable`,
    );
  }
  return undefined;
};

/**
 * Problem of an identity without rights that may do everything that was tried; a single rejection is left to AUTH-03. `probe`:
 * its first creation.
 */
export const rightsOfWithoutRights = async (
  probe: Probe,
  owners: readonly Probe[],
  asker: PreflightClient,
): Promise<PreflightFailure | undefined> => {
  if (!isSuccess(probe)) return undefined;
  const { target } = probe;
  const identity = 'withoutRights';
  // A call that the owner may not make either is no evidence about rights.
  const lines = owners.filter(isSuccess).map(lineOf);
  if (!lines.includes(lineOf(probe))) return undefined;
  const others = lines.filter((line) => line !== lineOf(probe));
  const rest = others.map((line) => draftCreation(line, target, { identity }));
  const creations = [probe, ...(await asker.ask(rest))];
  const reads = creations.flatMap((made) => {
    const draftId = idAt(target.ids[lineOf(made)].draft, made.exchange);
    return draftId === undefined ? [] : [draftLookup(lineOf(made), target, { draftId, identity })];
  });
  const read = await asker.ask(reads);
  const all = [...creations, ...read];
  const wasAllAsked = creations.length === lines.length && read.length === reads.length;
  if (!wasAllAsked || all.length < 2 || !all.every(isSuccess)) return undefined;
  return preflightFailure(
    `identities.withoutRights was allowed everything that was tried: ${all.map(({ call }) => call.operation).join(', ')} (${evidenceOf(probe.exchange)})`,
    'if its caller should be allowed nothing, the service checks no rights: mend that first. Otherwise give identities.withoutRights the credential of a caller who may call no operation (this one may belong to the owner or to another customer), or remove it: requirements that need it are then not applicable',
  );
};

const operationsOf = (probes: readonly Probe[]): string =>
  [...new Set(probes.map(({ call }) => call.operation))].join(', ');

const variablesOf = (target: ResolvedTarget): string =>
  Object.entries(target.references)
    .filter(([path]) => path.startsWith('identities.owner.auth'))
    .map(([, written]) => written)
    .join(', ') || 'the credential';

/** Problem of a credential that every operation rejected with 401; undefined if one accepted it. */
export const refusedCredential = (
  probes: readonly Probe[],
  target: ResolvedTarget,
): PreflightFailure | undefined => {
  const answered = probes.filter(({ exchange }) => exchange.response);
  if (answered.length === 0 || answered.some((probe) => statusOf(probe) !== 401)) return undefined;
  const problem = `401 from every operation that was tried: ${operationsOf(answered)}`;
  const { scheme } = target.identities.owner.auth;
  if (scheme === 'none')
    return preflightFailure(
      `${problem}; the target gives the owner no credential`,
      'set ASSAY_TOKEN to a bearer token, or describe identities.owner.auth in the target',
    );
  return preflightFailure(
    `${problem}; the credential of the owner is refused`,
    `check that ${variablesOf(target)} is still valid, and that the scheme (${scheme}) is the right one`,
  );
};

/**
 * Problem of an authenticated owner who may create no draft on any line (403, or 404 that conceals, S10); undefined otherwise.
 */
export const ownerWithoutRights = async (
  seconds: readonly Recheck[],
  target: ResolvedTarget,
  asker: PreflightClient,
): Promise<PreflightFailure | undefined> => {
  const isRefused = (probe: Probe) => ['forbidden', 'missing'].includes(classifyAnswer(probe));
  const probes = seconds.flatMap((second) => second.probes);
  const example = probes.find(
    (probe) => isCreation(probe) && classifyAnswer(probe) === 'forbidden',
  );
  if (!example || !probes.every(isRefused)) return undefined;
  if (!seconds.some(({ anonymous: [here] }) => here === 'unauthenticated')) return undefined;
  const tried = new Set(probes.filter(isCreation).map(lineOf));
  const rest = LINES.filter((line) => !tried.has(line)).map((line) => draftCreation(line, target));
  if (!(await asker.ask(rest)).every(isRefused)) return undefined;
  return preflightFailure(
    `the owner is refused everywhere: by ${operationsOf(probes)} (${evidenceOf(example.exchange)}), and a caller without a credential gets 401`,
    `the credential is known but has no rights: give identities.owner one that may create drafts (now ${variablesOf(target)})`,
  );
};
