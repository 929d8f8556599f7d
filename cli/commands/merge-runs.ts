import { existsSync, readdirSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { UsageError } from '../../client/usage-error.ts';
import {
  type InstanceFile,
  type InstanceSet,
  instanceSetOf,
  readInstanceFile,
} from '../../load/instances/instance-set.ts';
import { mergeInstances } from '../../load/instances/merge-instances.ts';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import { wantsColour } from '../../reports/console/paint.ts';
import type { LoadRunStart } from '../../store/load/load-run.ts';
import { renderLoad } from '../../reports/load/load-table.ts';
import { writeJsonLines } from '../../store/json-lines.ts';
import { createRunFolder } from '../../store/run-folder.ts';
import { buildLoadRecord } from '../../load/running/build-load-record.ts';
import { writeLoadReports } from '../output/load-reports.ts';
import { checkOutputPaths } from '../../runner/output-paths.ts';
import { print } from '../output/print.ts';

/** Options of `assay merge`. */
export interface MergeOptions {
  readonly out: string;
  readonly run?: string;
}

const USAGE = 'expected instance-….json and ….log of k6, or a folder that contains them';

/** Lists all named files and the files in named folders. Throws UsageError. */
const filesIn = (given: readonly string[]): readonly string[] =>
  given.flatMap((each) => {
    const path = resolve(each);
    if (!existsSync(path)) throw new UsageError(`${each}: no such file; ${USAGE}`);
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path)
      .filter((name) => /^instance-.*\.json$|\.log$/.test(name))
      .map((name) => join(path, name));
  });

/** The results to merge; with an id only those of its run, else all. Undefined if there are none, which is printed. */
const resultsOf = (
  given: readonly string[],
  files: readonly string[],
  run: string | undefined,
): readonly InstanceFile[] | undefined => {
  const all = files.map(readInstanceFile);
  const own = all.filter(({ runId }) => run === undefined || runId === run);
  const others = new Set(all.filter((each) => !own.includes(each)).map(({ runId }) => runId));
  if (others.size > 0)
    print(`skipped: results of ${[...others].join(', ')}, since only ${run} is judged`);
  if (own.length > 0) return own;
  const wanted = run === undefined ? '' : ` of run ${run}`;
  print(
    `load: INVALID, no result of a k6 instance${wanted} in ${given.join(', ')}: expected an instance-….json of each`,
  );
  return undefined;
};

const timesOf = ({ files, settings }: InstanceSet): { startedAt: Date; endedAt: Date } => {
  const ends = files.map(({ endedAt }) => Date.parse(endedAt));
  const starts = files.map(
    ({ state }, index) => (ends[index] ?? 0) - Math.ceil(state.testRunDurationMs),
  );
  return {
    startedAt: new Date(Math.max(Date.parse(settings.startedAt), Math.min(...starts))),
    endedAt: new Date(Math.max(...ends)),
  };
};

const startOf = ({ settings }: InstanceSet, version: string, startedAt: Date): LoadRunStart => ({
  state: 'running',
  process: { pid: process.pid, host: hostname() },
  command: 'load',
  assay: version,
  node: process.version,
  k6: settings.k6,
  startedAt: startedAt.toISOString(),
  seed: settings.seed,
  lines: settings.lines,
  profile: settings.profile,
  target: settings.target,
  pointEvery: null,
});

/**
 * Merges the results of several instances into one run; judges, writes and prints it. Returns the exit code. Throws
 * UsageError.
 */
export const mergeRuns = async (
  given: readonly string[],
  options: MergeOptions,
  version: string,
): Promise<ExitCode> => {
  const all = [...new Set(filesIn(given))];
  const logs = all.filter((path) => path.endsWith('.log'));
  const results = resultsOf(
    given,
    all.filter((path) => !logs.includes(path)),
    options.run,
  );
  if (!results) return EXIT.incomplete;
  const set = instanceSetOf(results);
  checkOutputPaths(options);
  const { settings } = set;
  const { startedAt, endedAt } = timesOf(set);
  const folder = createRunFolder(options.out, `load-${settings.seed}`, new Date());
  writeJsonLines(folder.load.points, []);
  const files = { ...folder, points: folder.load.points };
  const result = await mergeInstances({ set, logs, files });
  const { k6, target, profile, seed, instances } = settings;
  const properties = { runId: basename(folder.path), version, k6, target, profile, seed };
  const shared = instances > 1 ? { instances } : {};
  const record = buildLoadRecord(
    { ...properties, ...shared, startedAt, endedAt, stopped: null },
    result,
  );
  writeLoadReports(folder, startOf(set, version, startedAt), record, 'finished');
  print(`report  ${folder.load.page}`);
  print(renderLoad(record, { colour: wantsColour(process.stdout) }));
  return record.exitCode;
};
