import { plan } from './read-plan.ts';

/** What k6 is to do, made by the process that starts it; only virtual user 0, which is k6 itself, is asked for it. */
export const options = __VU === 0 ? (JSON.parse(open(plan.options)) as object) : {};

/** Hands the metrics over, and prints nothing. */
export const handleSummary = (data: {
  readonly metrics: unknown;
  readonly state: unknown;
}): Record<string, string> => ({
  [plan.summary]: JSON.stringify({ runId: plan.runId, metrics: data.metrics, state: data.state }),
});
