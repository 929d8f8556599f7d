import { createRedactor } from '../../client/secrets/redactor.ts';
import type { K6Problem } from '../k6/k6-outcome.ts';
import { type K6Summary, valueOf, mergeSummaries } from '../k6/k6-summary.ts';
import { trackAvailability, openFindingsWriter, type SessionOrder } from '../session.ts';
import { collectEvents } from '../measuring/collect-events.ts';
import { METRICS } from '../measures.ts';
import { type LoadResult, conclude } from '../verdict/conclude.ts';
import { percentilesOf } from '../verdict/limits.ts';
import { lateStart, spreadOf } from './run-instances.ts';
import { checkReadable, type InstanceSet } from './instance-set.ts';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { openLogReader, readLogLine } from '../k6/k6-log.ts';
import type { ScriptEvent } from '../plan.ts';

const linesOf = (path: string) => createInterface({ input: createReadStream(path) });

/** The run of the first event in a k6 log; undefined if it has none. */
const runIn = async (path: string): Promise<string | undefined> => {
  for await (const text of linesOf(path)) {
    const line = readLogLine(text);
    if (line.kind === 'event') return line.event.run;
  }
  return undefined;
};

/** The logs of one run, and of instances that wrote no event. Throws UsageError for one that cannot be read. */
const logsOf = async (paths: readonly string[], runId: string): Promise<readonly string[]> => {
  const own: string[] = [];
  for (const path of paths) {
    checkReadable(path);
    const run = await runIn(path);
    if (run === undefined || run === runId) own.push(path);
  }
  return own;
};

/**
 * Reads k6 logs (JSON lines) one after another and passes on the scripts' events; counts the exchanges that were
 * submitted for judgement, and the answers that differ from those before the load.
 */
const readLogs = async (
  paths: readonly string[],
  runId: string,
  take: (event: ScriptEvent) => void,
) => {
  let handedOver = 0;
  let unlike = 0;
  const onEvent = (event: ScriptEvent): void => {
    if (event.run !== runId) return;
    if (event.assay === 'unjudged' && event.exchange.response) handedOver += 1;
    if (event.assay === 'unlike') unlike += 1;
    take(event);
  };
  const log = openLogReader({ onEvent });
  for (const path of await logsOf(paths, runId))
    for await (const text of linesOf(path)) log.read(text);
  return { ...log.result(), handedOver, unlike };
};

type LogsRead = Awaited<ReturnType<typeof readLogs>>;

/** Input of a merge, and its output files. */
export interface MergeOrder {
  readonly set: InstanceSet;
  /** Paths of the instances' logs. */
  readonly logs: readonly string[];
  readonly files: SessionOrder['files'];
}

const NAME_LOGS = 'name the whole log of every instance of this run, too';

const logProblems = (read: LogsRead, summary: K6Summary): readonly K6Problem[] => {
  const judged = valueOf(summary, METRICS.judged, 'count');
  const problems: K6Problem[] = [];
  if (read.exceptions > 0)
    problems.push({
      fault: 'harness',
      text: `a script threw ${read.exceptions} exceptions, first: ${read.messages.exceptions[0] ?? ''}`,
    });
  if (read.handedOver < judged)
    problems.push({
      fault: 'measurement',
      text: `the logs contain ${read.handedOver} of the ${judged} answers to be judged; ${NAME_LOGS}`,
    });
  // Of each kind the scripts write a few.
  const unlike = valueOf(summary, METRICS.unlike, 'count');
  if (read.unlike === 0 && unlike > 0)
    problems.push({
      fault: 'measurement',
      text: `${unlike} answers differed from those before the load, but the logs contain none of them; ${NAME_LOGS}`,
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
  const { files, runId, settings } = order.set;
  const answering = trackAvailability();
  // The scripts redact the credential from the instances' results (scripts/redact.ts); anything that looks like one is
  // redacted here as well.
  const writer = openFindingsWriter(
    { files: order.files, seed: settings.seed },
    createRedactor([]),
  );
  const target = {
    ...settings.facts,
    load: { maxRate: settings.allowed ?? undefined },
    limits: {},
  };
  const events = collectEvents(
    { files: order.files, answering, note: writer.note, target },
    { lines: {}, notes: settings.notes, sightings: settings.sightings },
  );
  try {
    const read = await readLogs(order.logs, runId, events.take);
    await events.settled();
    const summary = mergeSummaries(files, percentilesOf(settings.thresholds)) as K6Summary;
    const { schedule, limits, thresholds, instances, validity, trend, closed } = settings;
    const problems = problemsOf(order, read, summary);
    return conclude(
      {
        session: { signal: undefined, findings: writer.findings, answering, target },
        profile: { validity, trend },
        prepared: { closed },
        instances,
      },
      { schedule, limits, thresholds },
      {
        summary,
        problems,
        warnings: read.messages.warnings,
        health: [],
        ...(files.length > 1 && { spread: spreadOf(files) }),
      },
      undefined,
      events,
    );
  } finally {
    writer.close();
  }
};
