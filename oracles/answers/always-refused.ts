import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { isTransportStatus } from '../../spec/transport-statuses.ts';
import type { Judgement } from '../finding.ts';

/** Operations whose body no rule limits, so that no legal one may be refused, and no control request is due (D8). */
export const UNLIMITED: readonly OperationId[] = ['travel.car-post'];

/** Refused legal calls of one operation in a run. */
export interface RefusedCalls {
  /** Numbers of the exchanges, by what was sent; of equal bodies the last. */
  readonly refused: ReadonlyMap<string, number>;
  /** Number of the newest one that was answered otherwise. */
  readonly otherwise?: number;
}

/** This many different bodies show that an operation refuses all of them (D8). */
export const ENOUGH_BODIES = 8;

/** Statuses that speak of the caller or of the draft, not of the body. */
const ABOUT_OTHERS = new Set([401, 403, 404]);

/** Adds one legal call to the refused ones of its operation; what speaks of neither body adds nothing. */
export const withRefusal = (before: RefusedCalls, exchange: Exchange): RefusedCalls => {
  const { response, request, n } = exchange;
  const status = response?.status ?? 599;
  if (status < 400) return { ...before, otherwise: n };
  if (status >= 500 || ABOUT_OTHERS.has(status) || isTransportStatus(status)) return before;
  return { ...before, refused: new Map(before.refused).set(request.body?.text ?? '', n) };
};

/** True if every legal call so far was refused, but too few to say so. */
export const isRefusing = ({ refused, otherwise }: RefusedCalls): boolean =>
  otherwise === undefined && refused.size > 0 && refused.size < ENOUGH_BODIES;

/** LEGAL-01 (D8): an operation whose body no rule limits refused eight different legal ones and accepted none. */
export const judgeAlwaysRefused = (
  on: OperationId,
  { refused, otherwise }: RefusedCalls,
): readonly Judgement[] => {
  if (otherwise !== undefined || refused.size < ENOUGH_BODIES) return [];
  return [...refused.values()].slice(-2).map((n) => ({
    requirement: 'LEGAL-01',
    operation: on,
    verdict: 'fail',
    ownEvidence: true,
    wanted: 'a legal request is accepted',
    got: `a refusal for each of ${refused.size} different legal bodies`,
    exchanges: [n],
  }));
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'always-refused': judgeAlwaysRefused,
};
