import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { isTransportStatus } from '../../spec/transport-statuses.ts';
import type { Judgement } from '../finding.ts';

/** Operations with a body that no rule limits: no legal call may be refused, and no control request is needed (D8). */
export const UNLIMITED: readonly OperationId[] = ['travel.car-post'];

/** Refused legal calls of an operation in a run. */
export interface RefusedCalls {
  /** Numbers of the exchanges, by request content; for equal bodies, the last one. */
  readonly refused: ReadonlyMap<string, number>;
  /** Number of the newest exchange with another answer. */
  readonly otherwise?: number;
}

/** Number of different bodies that prove that an operation refuses all of them (D8). */
export const MIN_BODIES = 8;

/** Statuses about the caller or the draft, not about the body. */
const ABOUT_OTHERS = new Set([401, 403, 404]);

/** Adds one legal call to the refused calls of its operation; an answer that is not about the body adds nothing. */
export const withRefusal = (before: RefusedCalls, exchange: Exchange): RefusedCalls => {
  const { response, request, n } = exchange;
  const status = response?.status ?? 599;
  if (status < 400) return { ...before, otherwise: n };
  if (status >= 500 || ABOUT_OTHERS.has(status) || isTransportStatus(status)) return before;
  return { ...before, refused: new Map(before.refused).set(request.body?.text ?? '', n) };
};

/** True if every legal call so far was refused, but there are too few to judge. */
export const isRefusing = ({ refused, otherwise }: RefusedCalls): boolean =>
  otherwise === undefined && refused.size > 0 && refused.size < MIN_BODIES;

/** LEGAL-01 (D8): an operation with a body that no rule limits refused eight different legal bodies and accepted none. */
export const judgeAlwaysRefused = (
  on: OperationId,
  { refused, otherwise }: RefusedCalls,
): readonly Judgement[] => {
  if (otherwise !== undefined || refused.size < MIN_BODIES) return [];
  return [...refused.values()].slice(-2).map((n) => ({
    requirement: 'LEGAL-01',
    operation: on,
    verdict: 'fail',
    ownEvidence: true,
    wanted: 'a legal request to be accepted',
    got: `a refusal for each of ${refused.size} different legal bodies`,
    exchanges: [n],
  }));
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'always-refused': judgeAlwaysRefused,
};
