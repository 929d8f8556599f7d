import { type K6Problem, k6Problems } from '../k6/k6-outcome.ts';
import { type K6Summary, mergeSummaries } from '../k6/k6-summary.ts';
import { type K6End, type K6Order, runK6 } from '../k6/run-k6.ts';
import { percentilesOf, type Threshold } from '../verdict/limits.ts';
import { segmentName, segmentsOf } from './segments.ts';
import { freePorts, startTogether } from './start-together.ts';
import { METRICS } from '../measures.ts';

/** Milliseconds that an instance may start after the first one. */
const LATEST_START = 2000;

/** Start of an instance, in milliseconds since the epoch; undefined if it sent nothing. */
const startOf = ({ metrics }: K6Summary): number | undefined =>
  metrics[METRICS.start]?.values['min'];

/** Milliseconds between the first and the last start of all instances. */
export const spreadOf = (summaries: readonly K6Summary[]): number => {
  const starts = summaries.flatMap((each) => startOf(each) ?? []);
  return starts.length === 0 ? 0 : Math.max(...starts) - Math.min(...starts);
};

/** A sentence about an instance that started late; undefined if none did. Summaries in order of the segments. */
export const lateStart = (summaries: readonly K6Summary[]): string | undefined => {
  const spread = spreadOf(summaries);
  if (spread <= LATEST_START) return undefined;
  const starts = summaries.map((each) => startOf(each) ?? 0);
  const segment = segmentsOf(summaries.length)[starts.indexOf(Math.max(...starts))];
  return (
    segment &&
    `${segmentName(segment)} began ${Math.round(spread)} ms after the first; at most ${LATEST_START} ms allowed`
  );
};

/**
 * Problems of a run with several instances. A failure of some instances is a disturbance, whatever its cause; only if
 * all of them report it is the harness at fault.
 */
const problemsOfAll = (each: readonly (readonly K6Problem[])[]): readonly K6Problem[] => {
  if (each.length === 1) return each[0] ?? [];
  const segments = segmentsOf(each.length);
  const isHarness = each.every((problems) => problems.some(({ fault }) => fault === 'harness'));
  const named = each.flatMap((problems, index) =>
    problems.map(({ text }) => ({
      fault: isHarness ? ('harness' as const) : ('measurement' as const),
      text: `${segmentName(segments[index] as (typeof segments)[number])}: ${text}`,
    })),
  );
  return isHarness ? named.slice(0, 1) : named;
};

/** A run of one or several instances of k6. */
export interface InstancesOrder extends Omit<K6Order, 'instance'> {
  readonly instances: number;
  /** Thresholds for the merged figures. */
  readonly thresholds: readonly Threshold[];
  /** Seconds in which all instances have to be ready. */
  readonly readyIn?: number | undefined;
  /** Local port on which a single instance waits to be started; default: it starts by itself. */
  readonly waitsOn?: number | undefined;
}

/** Combined result of all instances. */
export interface InstancesEnd {
  readonly summary: K6Summary | undefined;
  readonly problems: readonly K6Problem[];
  readonly warnings: readonly string[];
  /** Notes for the report. */
  readonly notes?: readonly string[];
  /** Milliseconds between the first and the last start; undefined for one instance. */
  readonly spread?: number;
}

const READY_IN = 60;

const alone = async (order: InstancesOrder): Promise<InstancesEnd> => {
  const { waitsOn: port } = order;
  const instance = port === undefined ? undefined : { segment: { index: 0, of: 1 }, port };
  const end = await runK6({ ...order, instance });
  const { summary, messages } = end;
  const problems = k6Problems(end, order.seconds);
  return { summary, problems, warnings: messages.warnings, notes: messages.outputs };
};

const mergedEnd = (
  ends: readonly K6End[],
  order: InstancesOrder,
  late: readonly number[],
  isStoppedWithOthers: boolean,
): InstancesEnd => {
  const segments = segmentsOf(order.instances);
  // An instance that was stopped because another failed is not reported.
  const own = problemsOfAll(
    ends.map((end) => (end.aborted && isStoppedWithOthers ? [] : k6Problems(end, order.seconds))),
  );
  const summaries = ends.flatMap(({ summary }) => summary ?? []);
  const isWhole = own.length === 0 && late.length === 0 && summaries.length === ends.length;
  const after = isWhole ? lateStart(summaries) : undefined;
  const notReady = late.flatMap((index) =>
    own.length === 0 && !order.signal?.aborted
      ? `${segmentName(segments[index] as (typeof segments)[number])} was not ready to start after ${order.readyIn ?? READY_IN} s, so all were stopped`
      : [],
  );
  const texts = [...notReady, ...(after === undefined ? [] : [after])];
  return {
    summary: mergeSummaries(summaries, percentilesOf(order.thresholds)),
    problems: [...own, ...texts.map((text) => ({ fault: 'measurement' as const, text }))],
    warnings: [...new Set(ends.flatMap(({ messages }) => messages.warnings))],
    notes: [...new Set(ends.flatMap(({ messages }) => messages.outputs))],
    spread: spreadOf(summaries),
  };
};

const together = async (order: InstancesOrder): Promise<InstancesEnd> => {
  const others = new AbortController();
  const { readyIn = READY_IN } = order;
  const signal = order.signal ? AbortSignal.any([order.signal, others.signal]) : others.signal;
  const ports = await freePorts(order.instances);
  const seconds = order.seconds + readyIn;
  const running = segmentsOf(order.instances).map(async (segment, index) => {
    const instance = { segment, port: ports[index] as number };
    try {
      const end = await runK6({ ...order, seconds, instance, signal });
      // A run with a missing segment is useless: the others are aborted.
      if (k6Problems(end, seconds).length > 0) others.abort();
      return end;
    } catch (error) {
      others.abort();
      throw error;
    }
  });
  const starting = startTogether(ports, readyIn, signal).then((late) => {
    if (late.length > 0) others.abort();
    return late;
  });
  const [late, ended] = await Promise.all([starting, Promise.allSettled(running)]);
  const ends = ended.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
  return mergedEnd(ends, order, late, others.signal.aborted);
};

/** Runs k6 in the ordered number of instances; all stop if one fails. Rejects if k6 cannot be started. */
export const runInstances = (order: InstancesOrder): Promise<InstancesEnd> =>
  order.instances === 1 ? alone(order) : together(order);
