import { LINES } from '../../spec/line.ts';
import type { ResolvedTarget } from '../target.ts';
import type { Asker } from './asker.ts';
import { evidenceOf } from './evidence.ts';
import { lookOf } from './look.ts';
import { creation, isCreation, lineOf, type Probe, statusOf } from './probe.ts';
import { type Refusal, refusal } from './result.ts';
import type { SecondLook } from './second-look.ts';

const operationsOf = (probes: readonly Probe[]): string =>
  [...new Set(probes.map(({ call }) => call.operation))].join(', ');

const variablesOf = (target: ResolvedTarget): string =>
  Object.entries(target.references)
    .filter(([path]) => path.startsWith('identities.owner.auth'))
    .map(([, written]) => written)
    .join(', ') || 'the credential';

/** A credential that every operation refused with 401; undefined where one did not. */
export const refusedCredential = (
  probes: readonly Probe[],
  target: ResolvedTarget,
): Refusal | undefined => {
  const answered = probes.filter(({ exchange }) => exchange.response);
  if (answered.length === 0 || answered.some((probe) => statusOf(probe) !== 401)) return undefined;
  const problem = `401 from every operation that was tried: ${operationsOf(answered)}`;
  const { scheme } = target.identities.owner.auth;
  if (scheme === 'none')
    return refusal(
      `${problem}; the target gives the owner no credential`,
      'set ASSAY_TOKEN to a bearer token, or describe identities.owner.auth in the target',
    );
  return refusal(
    `${problem}; the credential of the owner is refused`,
    `check that ${variablesOf(target)} is still valid, and that the scheme (${scheme}) is the right one`,
  );
};

/**
 * An owner who is known and may do nothing: no draft can be created anywhere for want of a right (403, or 404 that conceals,
 * S10), and who shows no credential is not known (401). Undefined elsewhere.
 */
export const ownerWithoutRights = async (
  seconds: readonly SecondLook[],
  target: ResolvedTarget,
  asker: Asker,
): Promise<Refusal | undefined> => {
  const isRefused = (probe: Probe) => ['forbidden', 'missing'].includes(lookOf(probe));
  const probes = seconds.flatMap((second) => second.probes);
  const example = probes.find((probe) => isCreation(probe) && lookOf(probe) === 'forbidden');
  if (!example || !probes.every(isRefused)) return undefined;
  if (!seconds.some(({ anonymous: [here] }) => here === 'unauthenticated')) return undefined;
  const tried = new Set(probes.filter(isCreation).map(lineOf));
  const rest = LINES.filter((line) => !tried.has(line)).map((line) => creation(line, target));
  if (!(await asker.ask(rest)).every(isRefused)) return undefined;
  return refusal(
    `the owner may do nothing: ${operationsOf(probes)} all refuse it (${evidenceOf(example.exchange)}), and a caller without a credential gets 401`,
    `the credential is known but has no rights: give identities.owner one that may create drafts (now ${variablesOf(target)})`,
  );
};
