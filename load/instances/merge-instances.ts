import { createRedactor } from '../../client/secrets/redactor.ts';
import type { K6Problem } from '../k6/k6-outcome.ts';
import { type K6Summary, valueOf, mergeSummaries } from '../k6/k6-summary.ts';
import { followAnswers, openNoting, type SessionOrder } from '../session.ts';
import { listenTo } from '../measuring/listen-to.ts';
import { METRICS } from '../measures.ts';
import { type LoadResult, conclude } from '../verdict/conclude.ts';
import { percentilesOf } from '../verdict/limits.ts';
import { lateStart, spreadOf } from './run-instances.ts';
import type { InstanceSet } from './instance-set.ts';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { hearLog } from '../k6/k6-log.ts';
import type { Told } from '../plan.ts';

/**
 * Reads k6 logs (JSON lines) one after another and passes on the scripts' events; counts the exchanges that were
 * submitted for judgement.
 */
const readLogs = async (paths: readonly string[], take: (told: Told) => void) => {
  let handedOver = 0;
  const onTold = (told: Told): void => {
    if (told.assay === 'unjudged' && told.exchange.response) handedOver += 1;
    take(told);
  };
  const ear = hearLog({ onTold });
  for (const path of paths)
    for await (const text of createInterface({ input: createReadStream(path) })) ear.hear(text);
  return { ...ear.heard(), handedOver };
};

type LogsRead = Awaited<ReturnType<typeof readLogs>>;

/** Input of a merge, and its output files. */
export interface MergeOrder {
  readonly set: InstanceSet;
  /** Paths of the instances' logs. */
  readonly logs: readonly string[];
  readonly files: SessionOrder['files'];
}

const logProblems = (read: LogsRead, summary: K6Summary): readonly K6Problem[] => {
  const judged = valueOf(summary, METRICS.judged, 'count');
  const problems: K6Problem[] = [];
  if (read.exceptions > 0)
    problems.push({
      fault: 'harness',
      text: `a script threw ${read.exceptions} times, first: ${read.said.exceptions[0] ?? ''}`,
    });
  if (read.handedOver < judged)
    problems.push({
      fault: 'measurement',
      text: `of ${judged} answers that were to be judged the logs hold ${read.handedOver}; name the log of every instance, too`,
    });
  return problems;
};

const problemsOf = (
  { set: { files, missing } }: MergeOrder,
  read: LogsRead,
  merged: K6Summary,
): readonly K6Problem[] => {
  const late = missing.length === 0 ? lateStart(files) : undefined;
  const idle = files.filter((file) => valueOf(file, 'iterations', 'count') === 0);
  const texts = [
    ...missing,
    ...(late === undefined ? [] : [late]),
    ...idle.map(({ path }) => `${path}: this instance did not run a single iteration`),
  ];
  return [
    ...texts.map((text) => ({ fault: 'measurement' as const, text })),
    ...(missing.length === 0 ? logProblems(read, merged) : []),
  ];
};

/** Judges the results of several instances, wherever they ran, as one run. */
export const mergeInstances = async (order: MergeOrder): Promise<LoadResult> => {
  const { files, course } = order.set;
  const answering = followAnswers();
  // The scripts redact the credential from the instances' results (conceal.ts); anything that looks like one is
  // redacted here as well.
  const noting = openNoting({ files: order.files, seed: course.seed }, createRedactor([]));
  const target = { ...course.facts, load: { maxRate: course.allowed ?? undefined }, limits: {} };
  const heard = listenTo({ files: order.files, answering, note: noting.note, target });
  try {
    const read = await readLogs(order.logs, heard.take);
    await heard.settled();
    const summary = mergeSummaries(files, percentilesOf(course.thresholds)) as K6Summary;
    const { schedule, limits, thresholds, instances, validity, trend, closed } = course;
    const problems = problemsOf(order, read, summary);
    return conclude(
      {
        session: { signal: undefined, findings: noting.findings, answering, target },
        profile: { validity, trend },
        prepared: { closed },
        instances,
      },
      { schedule, limits, thresholds },
      {
        summary,
        problems,
        warnings: read.said.warnings,
        health: [],
        ...(files.length > 1 && { spread: spreadOf(files) }),
      },
      undefined,
      heard,
    );
  } finally {
    noting.close();
  }
};
