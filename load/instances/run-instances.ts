import { type K6Problem, k6Problems } from '../k6/k6-outcome.ts';
import type { K6Summary } from '../k6/k6-summary.ts';
import { mergeSummaries } from '../k6/merge-summaries.ts';
import { type K6End, type K6Order, runK6 } from '../k6/run-k6.ts';
import { percentilesOf, type Threshold } from '../verdict/limits.ts';
import { lateStart, problemsOfAll, spreadOf } from './instance-problems.ts';
import { segmentName, segmentsOf } from './segments.ts';
import { freePorts } from './free-ports.ts';
import { startTogether } from './start-together.ts';

/** A run of one or several instances of k6. */
export interface InstancesOrder extends Omit<K6Order, 'instance'> {
  readonly instances: number;
  /** What the merged figures will be held against. */
  readonly thresholds: readonly Threshold[];
  /** Seconds in which all instances have to be ready. */
  readonly readyIn?: number;
  /** Port of this machine on which a single instance waits to be started; left out: it starts by itself. */
  readonly waitsOn?: number;
}

/** What they came to, together. */
export interface InstancesEnd {
  readonly summary: K6Summary | undefined;
  readonly problems: readonly K6Problem[];
  readonly warnings: readonly string[];
  /** What is worth a line, in our words. */
  readonly notes?: readonly string[];
  /** Milliseconds between the first start and the last; undefined for one instance. */
  readonly spread?: number;
}

const READY_IN = 60;

const alone = async (order: InstancesOrder): Promise<InstancesEnd> => {
  const { waitsOn: port } = order;
  const [segment] = segmentsOf(1);
  const instance = port !== undefined && segment ? { instance: { segment, port } } : {};
  const end = await runK6({ ...order, ...instance });
  const { summary, said } = end;
  const problems = k6Problems(end, order.seconds);
  return { summary, problems, warnings: said.warnings, notes: said.outputs };
};

/** What an instance did by itself; that it was stopped since another failed is nothing to tell. */
const ownProblems = (
  end: K6End,
  limit: number,
  isStoppedWithOthers: boolean,
): readonly K6Problem[] => (end.aborted && isStoppedWithOthers ? [] : k6Problems(end, limit));

const mergedEnd = (
  ends: readonly K6End[],
  order: InstancesOrder,
  late: readonly number[],
  isStoppedWithOthers: boolean,
): InstancesEnd => {
  const segments = segmentsOf(order.instances);
  const own = problemsOfAll(
    ends.map((end) => ownProblems(end, order.seconds, isStoppedWithOthers)),
  );
  const summaries = ends.flatMap(({ summary }) => summary ?? []);
  const isWhole = own.length === 0 && late.length === 0 && summaries.length === ends.length;
  const after = isWhole ? lateStart(summaries) : undefined;
  const notReady = late.flatMap((index) =>
    own.length === 0 && !order.signal?.aborted
      ? `${segmentName(segments[index] as (typeof segments)[number])} was late: it was not ready to start after ${order.readyIn ?? READY_IN} s, so that all were stopped`
      : [],
  );
  const texts = [...notReady, ...(after === undefined ? [] : [after])];
  return {
    summary: mergeSummaries(summaries, percentilesOf(order.thresholds)),
    problems: [...own, ...texts.map((text) => ({ fault: 'measurement' as const, text }))],
    warnings: [...new Set(ends.flatMap(({ said }) => said.warnings))],
    notes: [...new Set(ends.flatMap(({ said }) => said.outputs))],
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
      // A run that lacks a part says nothing: the others have no reason to go on.
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

/**
 * Runs as many instances of k6 as are ordered, each with its part of every scenario, from one start to one summary; all of them
 * stop when one fails. Rejects where k6 cannot be started.
 */
export const runInstances = (order: InstancesOrder): Promise<InstancesEnd> =>
  order.instances === 1 ? alone(order) : together(order);
