import type { Exchange } from '../../spec/exchange.ts';
import { isSuccessStatus } from '../answers/answer-form.ts';
import type { Judgement } from '../finding.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';

/** A call that requested the contract of a motor gap draft, and Contract Get's answer for the contract it named. */
export interface ContractCall {
  readonly exchange: Exchange;
  /** The id in the answer; absent if none was found. */
  readonly contractId?: string | undefined;
  /** Answer of Contract Get for that id; absent if it was not called, since no other id was named. */
  readonly read?: Exchange | undefined;
}

const statusOf = ({ exchange }: ContractCall): number | undefined => exchange.response?.status;

/** True if the service itself answered, so that the result is known (K4). */
export const isSettled = (call: ContractCall): boolean =>
  !isDisturbance(statusOf(call), 'contract-create');

/** True if the contract was made or replayed, according to the status. */
export const isContract = (call: ContractCall): boolean => {
  const status = statusOf(call) ?? 0;
  return isSuccessStatus(status) || status === 303;
};

const isServed = ({ read }: ContractCall): boolean =>
  read !== undefined && isSuccessStatus(read.response?.status ?? 0);

const firstOfEach = (calls: readonly ContractCall[]): readonly ContractCall[] => {
  const named = new Map<string | undefined, ContractCall>();
  for (const call of calls) if (!named.has(call.contractId)) named.set(call.contractId, call);
  named.delete(undefined);
  return [...named.values()];
};

/** Counts of the statuses, such as `1 × 303, 4 × 409`. */
const statusCounts = (exchanges: readonly Exchange[]): string =>
  [
    ...Map.groupBy(exchanges, ({ response, error }) =>
      String(response?.status ?? error?.code ?? 'no answer'),
    ),
  ]
    .map(([status, each]) => `${each.length} × ${status}`)
    .join(', ');

type Outcome = Pick<Judgement, 'verdict' | 'reason' | 'got'>;

const open = (reason: NonNullable<Judgement['reason']>, got: string): Outcome => ({
  verdict: 'inconclusive',
  reason,
  got,
});

/** Judgement if no two contracts are served. */
const withoutSecond = (calls: readonly ContractCall[]): Outcome => {
  const came = statusCounts(calls.map(({ exchange }) => exchange));
  const settled = calls.filter(isSettled);
  if (settled.length < 2) return open('disturbance', came);
  const made = settled.filter(isContract);
  if (settled.some((call) => (statusOf(call) ?? 0) >= 500)) return open('other-code', came);
  if (made.length === 0) return { verdict: 'observed', reason: 'specification-silent', got: came };
  if (made.length > 1 && made.some(({ contractId }) => contractId === undefined)) {
    return open('not-found-by-target', `${came}, and not every answer names its contract`);
  }
  const [, second] = firstOfEach(made);
  if (!second) return { verdict: 'pass', got: came };
  const got = `${came}, with different contract ids that Contract Get does not both find`;
  return open('other-code', got);
};

/**
 * GAP-CONTRACT-01 (K2): one draft must not have two contracts, different ids that are both served. A refusal (4xx) and the same
 * contract again pass; a server error (S6), no answer (K4) or a contract that is not served settle nothing. `scene` describes
 * the calls, such as `5 calls at once`.
 */
export const judgeOneContract = (calls: readonly ContractCall[], scene: string): Judgement => {
  const base = {
    requirement: 'GAP-CONTRACT-01',
    operation: 'gap.contract-create',
    wanted: `one contract, and a repeated call to be refused (4xx) or answered with a 303 to the same contract (${scene})`,
  } as const;
  const served = firstOfEach(calls.filter((call) => isContract(call) && isServed(call)));
  // Two contracts are one sighting, in whatever order the calls are given.
  const [first, second] = served.toSorted((a, b) => a.exchange.n - b.exchange.n);
  if (first?.read && second?.read) {
    return {
      ...base,
      verdict: 'fail',
      got: `two contracts, ${first.contractId ?? ''} and ${second.contractId ?? ''}; Contract Get finds both`,
      exchanges: [first.exchange.n, first.read.n, second.read.n, second.exchange.n],
    };
  }
  return { ...base, ...withoutSecond(calls), exchanges: calls.map(({ exchange }) => exchange.n) };
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'one-contract': judgeOneContract,
};
