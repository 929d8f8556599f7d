import { ERROR_NAMES } from '../error-statuses.ts';
import { METRICS, submetric } from '../measures.ts';
import { type K6Summary, valueOf } from '../k6/k6-summary.ts';
import { UNANSWERED_REASONS } from '../unanswered.ts';
import type { Series } from './measure.ts';

/** Price requests without an answer, by reason. */
export const unansweredIn = (
  summary: K6Summary,
  tags: Parameters<typeof submetric>[1],
): Series['unanswered'] =>
  Object.fromEntries(
    UNANSWERED_REASONS.flatMap((reason) => {
      const count = valueOf(summary, submetric(METRICS.unanswered, { ...tags, reason }), 'count');
      return count === 0 ? [] : [[reason, count]];
    }),
  );

/** Errors that were answered, by the name of their status. */
export const statusesIn = (
  summary: K6Summary,
  tags: Parameters<typeof submetric>[1],
): Series['statuses'] =>
  Object.fromEntries(
    ERROR_NAMES.flatMap((status) => {
      const count = valueOf(summary, submetric(METRICS.errors, { ...tags, status }), 'count');
      return count === 0 ? [] : [[status, count]];
    }),
  );
