import type { Exchange } from '../../spec/exchange.ts';
import { type Line, LINES } from '../../spec/line.ts';
import { type PreflightClient, createPreflightClient } from './preflight-client.ts';
import {
  equalIdentities,
  rightsOfWithoutRights,
  ownerWithoutRights,
  refusedCredential,
} from './identity-problems.ts';
import { classifyAnswer } from './classify-answer.ts';
import { connectionProblem } from './connection-problem.ts';
import {
  addressOf,
  type PlannedProbe,
  draftCreation,
  isCreation,
  draftLookup,
  type Probe,
  type PreflightResult,
  type PreflightFailure,
} from './probe.ts';
import { recheckAddress, type Recheck } from './recheck-address.ts';
import { wrongAddress } from './wrong-address.ts';
import type { RunRecord } from '../http/record.ts';
import type { ResolvedTarget } from '../target.ts';

export type { PreflightResult };

const isOwners = ({ call }: PlannedProbe): boolean => call.identity === undefined;

/** First one call to each address, so that a low rate limit leaves none out. */
const asksFor = (lines: readonly Line[], target: ResolvedTarget): PlannedProbe[] => {
  const asks = [
    ...lines.map((line) => draftCreation(line, target)),
    ...lines.map((line) => draftLookup(line, target)),
  ];
  const isFirst = (ask: PlannedProbe) =>
    asks.find((one) => addressOf(one) === addressOf(ask)) === ask;
  const [line] = lines;
  const withoutRights =
    line !== undefined && target.identities.withoutRights
      ? [draftCreation(line, target, { identity: 'withoutRights' })]
      : [];
  return [...asks.filter(isFirst), ...asks.filter((ask) => !isFirst(ask)), ...withoutRights];
};

const noteAt = (address: string, probes: readonly Probe[]): string => {
  const answers = probes.map(
    ({ call, exchange: { response, error } }) =>
      `${call.operation} ${response?.status ?? error?.code ?? 'nothing'}`,
  );
  return `${address}: ${answers.join(', ')}`;
};

type Found = readonly (readonly [address: string, probes: readonly Probe[]])[];

const firstOf = async <Value>(
  values: readonly Value[],
  look: (value: Value) => Promise<PreflightFailure | undefined>,
): Promise<PreflightFailure | undefined> => {
  for (const value of values) {
    const found = await look(value);
    if (found) return found;
  }
  return undefined;
};

/** Problem of the addresses from which no answer looks like this service. */
const foreignAddresses = async (
  found: Found,
  target: ResolvedTarget,
  asker: PreflightClient,
): Promise<PreflightFailure | undefined> => {
  const seconds: (readonly [string, Recheck])[] = [];
  for (const [address, probes] of found) {
    if (probes.some((probe) => classifyAnswer(probe) === 'service')) continue;
    seconds.push([address, await recheckAddress(address, probes, target, asker)]);
  }
  const isEverywhere = seconds.length > 0 && seconds.length === found.length;
  const looks = seconds.map(([, second]) => second);
  return (
    (isEverywhere ? await ownerWithoutRights(looks, target, asker) : undefined) ??
    (await firstOf(seconds, ([address, second]) => wrongAddress(address, second, target, asker)))
  );
};

const nowhere = (): Pick<RunRecord, 'append'> => {
  let n = 0;
  return { append: (exchange: Omit<Exchange, 'n'>) => ({ n: (n += 1), ...exchange }) };
};

/**
 * Tries both addresses with harmless calls (drafts of the selected lines, drafts that do not exist), within five seconds. Fails
 * only for certain configuration errors: an unreachable address or one that never answers like this service, a credential that
 * every operation rejects, two identities with one credential. Any other answer is evidence, and the run goes on. Messages hold
 * no secrets.
 */
export const preflight = async (
  target: ResolvedTarget,
  lines: readonly Line[] = LINES,
  record: Pick<RunRecord, 'append'> = nowhere(),
): Promise<PreflightResult> => {
  const equal = equalIdentities(target);
  if (equal) return equal;
  const asker = await createPreflightClient(target, record);
  const probes = await asker.ask(asksFor(lines, target));
  const owners = probes.filter(isOwners);
  const found: Found = [...Map.groupBy(owners, addressOf)];
  const withoutRights = probes.find((probe) => !isOwners(probe));
  return (
    (await firstOf(found, ([address, some]) => connectionProblem(address, some, target, asker))) ??
    refusedCredential(owners, target) ??
    (await foreignAddresses(found, target, asker)) ??
    (withoutRights &&
      (await rightsOfWithoutRights(withoutRights, owners.filter(isCreation), asker))) ?? {
      ok: true,
      notes: found.map(([address, some]) => noteAt(address, some)),
    }
  );
};
