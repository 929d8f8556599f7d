import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Judgement } from '../finding.ts';
import { statusText } from '../answers/status-text.ts';
import { stillThere } from './still-there.ts';

/** What is said where the target's limits allow no calls at once; `last` is the newest call on the way there. */
export const judgeNoRace = (
  requirement: RequirementId,
  operation: OperationId,
  last: Exchange | undefined,
): Judgement => ({
  requirement,
  operation,
  verdict: 'observed',
  reason: 'not-executed',
  wanted: 'calls at once',
  got: "none: the target's limits (concurrency, requestsPerSecond) allow one request at a time",
  exchanges: last ? [last.n] : [],
});

/**
 * DRAFT-03 (D13): a draft that was served before it was updated and priced at once is served afterwards. `scene` says how the
 * calls were made, such as `5 calls at once`.
 */
export const judgeDraftAfterRace = (
  operation: OperationId,
  before: Exchange,
  race: readonly Exchange[],
  after: Exchange,
  scene: string,
): Judgement => {
  const base = {
    requirement: 'DRAFT-03',
    operation,
    wanted: `the draft is served afterwards (updates and price requests, ${scene})`,
    got: statusText(after),
    exchanges: [before.n, ...race.map(({ n }) => n), after.n],
  } as const;
  const was = stillThere(before);
  if (was.verdict === 'pass') return { ...base, ...stillThere(after), twin: before.n };
  return was.verdict === 'fail'
    ? { ...base, verdict: 'inconclusive', reason: 'blocked-by', blockedBy: 'DRAFT-01' }
    : { ...base, ...was };
};
