import { statusText } from '../answers/answer-form.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';
import type { Judgement } from '../finding.ts';

/** Subject of a judgement to be made. */
export type Base = Pick<Judgement, 'requirement' | 'operation' | 'wanted'>;

/** The reason why a step could not be taken: the answer of `origin` lacks an input. */
export const judgeObstacle = (
  base: Base,
  { origin, missing }: { readonly origin: OperationId; readonly missing: string },
  exchanges: readonly number[],
): Judgement => ({
  ...base,
  verdict: 'inconclusive',
  reason: 'not-found-by-target',
  got: `${missing} was not found in the answer of ${operation(origin).name}; set its place in the target`,
  exchanges,
});

/** Text for a step before a cell that was not answered as expected. */
export const notReached = (origin: OperationId | undefined, answer: string): string =>
  `not reached: ${origin === undefined ? 'a link' : operation(origin).name} answered ${answer}`;

/**
 * Judges a cell that was not reached because an earlier step failed. `seen`: judgements of that step's answer; its first
 * deviation is to blame unless `blockedBy` names another one.
 */
export const judgeObstruction = (
  base: Base,
  answer: Exchange,
  seen: readonly Judgement[],
  blockedBy?: RequirementId | null,
): Judgement => {
  const status = answer.response?.status;
  const got = notReached(answer.operation, answer.response ? statusText(answer) : 'nothing');
  const open = { ...base, verdict: 'inconclusive', got, exchanges: [answer.n] } as const;
  const step = answer.operation && operation(answer.operation).step;
  if (isDisturbance(status, step)) return { ...open, reason: 'disturbance' };
  const cause =
    blockedBy ??
    seen.find(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive')?.requirement;
  return { ...open, reason: 'blocked-by', ...(cause ? { blockedBy: cause } : {}) };
};

/** Judgement if the service took a permitted branch on which the requirement cannot be observed. */
export const judgeUnobservable = (
  requirement: RequirementId,
  operation: OperationId,
  wanted: string,
  got: string,
  exchanges: readonly number[] = [],
): Judgement => ({
  requirement,
  operation,
  verdict: 'observed',
  reason: 'specification-silent',
  wanted,
  got,
  exchanges,
});

/** Two objects with one id are covered by the requirement on unique ids (D11). */
export const judgeSameId = (
  requirement: RequirementId,
  operation: OperationId,
  blockedBy: RequirementId,
  wanted: string,
  exchanges: readonly number[],
): Judgement => ({
  requirement,
  operation,
  verdict: 'inconclusive',
  reason: 'blocked-by',
  blockedBy,
  wanted,
  got: 'the id of an item that exists',
  exchanges,
});

/** Judgement if the target's limits allow no concurrent calls; `last` is the newest preparatory call. */
export const judgeNoRace = (
  requirement: RequirementId,
  operation: OperationId,
  last: Exchange | undefined,
): Judgement => ({
  requirement,
  operation,
  verdict: 'observed',
  reason: 'not-executed',
  wanted: 'concurrent calls',
  got: "none sent: the target's limits (concurrency, requestsPerSecond) allow one request at a time",
  exchanges: last ? [last.n] : [],
});

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'nothing-to-see': judgeUnobservable,
  'same-id': judgeSameId,
  obstacle: judgeObstacle,
  obstruction: judgeObstruction,
  'no-race': judgeNoRace,
};
