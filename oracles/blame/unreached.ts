import { shownText } from '../judgement-texts.ts';
import { LEGAL_CALL } from '../../spec/requirements/paths.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { Judgement } from '../finding.ts';
import { moreSerious } from '../roll-up.ts';
import { type Base, judgeObstacle, notReached } from './obstruction.ts';

/** Requirements on the success of legal calls; if a legal call failed, one of them is to blame. */
export const LEGAL_CALL_REQUIREMENTS: readonly RequirementId[] = Object.values(LEGAL_CALL);

/** A cell that could not be judged, and the call that prevented it. */
interface Unreached {
  readonly requirement: RequirementId;
  readonly operation: OperationId;
  /** The operation with the unexpected answer. */
  readonly origin: OperationId;
  /** The part that its answer lacks, such as `the id of the draft`. */
  readonly missing: string;
  /** Numbers of its exchanges, in order. */
  readonly exchanges: readonly number[];
}

const baseOf = ({ requirement, operation: on }: Unreached): Base => ({
  requirement,
  operation: on,
  wanted: 'a verdict',
});

const notFound = (unreached: Unreached): Judgement =>
  judgeObstacle(baseOf(unreached), unreached, unreached.exchanges);

/** The most serious judgement; undefined if there is none. */
export const worstOf = (judged: readonly Judgement[]): Judgement | undefined => {
  const [first, ...rest] = judged;
  return first && rest.reduce(moreSerious, first);
};

/**
 * Judges a cell that was not reached: the service refused the newest call of `origin`, or its answer lacks an input. `seen`
 * holds the findings of the universal oracles on that call. The judgement names the broken requirement; if the specification
 * leaves the choice open, the cell is only observed.
 */
export const judgeUnreached = (unreached: Unreached, seen: readonly Judgement[]): Judgement => {
  const cause = worstOf(
    seen.filter(({ requirement }) => LEGAL_CALL_REQUIREMENTS.includes(requirement)),
  );
  if (!cause || cause.verdict === 'pass') return notFound(unreached);
  const base = { ...baseOf(unreached), exchanges: unreached.exchanges };
  const got = notReached(unreached.origin, shownText(cause));
  if (cause.verdict === 'observed')
    return { ...base, verdict: 'observed', reason: cause.reason ?? 'specification-silent', got };
  const blockedBy = cause.requirement;
  return { ...base, verdict: 'inconclusive', reason: 'blocked-by', got, blockedBy };
};

/**
 * Judges a cell that a journey left out. `seen` holds all judgements of `origin` on the way; undefined if its answers were as
 * expected and nothing is missing.
 */
export const judgeLeftOut = (
  unreached: Unreached,
  seen: readonly Judgement[],
): Judgement | undefined => {
  const cause = worstOf(seen);
  const passed = !cause || cause.verdict === 'pass';
  if (passed) return unreached.missing === '' ? undefined : notFound(unreached);
  const base = { ...baseOf(unreached), exchanges: cause.exchanges };
  if (cause.verdict === 'observed') {
    const got = notReached(cause.operation, shownText(cause));
    return { ...base, verdict: 'observed', reason: cause.reason ?? 'specification-silent', got };
  }
  const blockedBy = cause.requirement;
  const got = `not reached: ${blockedBy} on ${operation(cause.operation).name}, ${shownText(cause)}`;
  return { ...base, verdict: 'inconclusive', reason: 'blocked-by', got, blockedBy };
};

/** The verdict if the service refused a legal call that the cell needs, for an unknown reason. */
export const judgeControlRefused = (
  { requirement, operation: on }: Pick<Judgement, 'requirement' | 'operation'>,
  wanted: string,
  got: string,
  exchange: number,
): Judgement => ({
  requirement,
  operation: on,
  verdict: 'inconclusive',
  reason: 'twin-refused',
  wanted,
  got,
  exchanges: [exchange],
});

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  unreached: judgeUnreached,
  'left-out': judgeLeftOut,
  'twin-refused': judgeControlRefused,
};
