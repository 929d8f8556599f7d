import exec from 'k6/execution';
import { RESULTS } from '../plan.ts';
import { plan, runId } from './read-plan.ts';

const isK6Itself = __VU === 0;

/** The options of k6, made by the process that starts it; read only by virtual user 0, which is k6 itself. */
export const options = isK6Itself ? (JSON.parse(open(plan.options)) as object) : {};

const course = isK6Itself && plan.course !== undefined ? open(plan.course) : undefined;

/** The results of an archive's instance for `assay merge`, in a file named after its segment. */
const asInstance = (text: string, measured: object): Record<string, string> => {
  const { executionSegment, executionSegmentSequence } = exec.test.options as Record<
    string,
    string | null | undefined
  >;
  const segment = {
    segment: executionSegment ?? '0:1',
    sequence: executionSegmentSequence ?? '0,1',
  };
  const name = segment.segment.split('/').join('-of-').split(':').join('-to-');
  return {
    [`${__ENV[RESULTS] ?? '.'}/instance-${name}.json`]: JSON.stringify({
      schema: 1,
      runId,
      instance: segment,
      endedAt: new Date().toISOString(),
      course: JSON.parse(text) as object,
      ...measured,
    }),
  };
};

/** Writes the metrics to a file, and prints nothing. */
export const handleSummary = (data: {
  readonly metrics: unknown;
  readonly state: unknown;
}): Record<string, string> => {
  const { metrics, state } = data;
  if (course !== undefined) return asInstance(course, { metrics, state });
  return { [plan.summary]: JSON.stringify({ runId: plan.runId, metrics, state }) };
};
