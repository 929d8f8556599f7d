import { existsSync } from 'node:fs';
import { Command, Option } from 'commander';
import type { Finding } from '../oracles/finding.ts';
import { readJsonLines } from '../reports/json-lines.ts';
import { CATALOGUE } from '../spec/catalogue.ts';
import { readRunRecord, type RunRecord } from '../reports/run-record.ts';
import { type RunFolder, runFolderAt } from '../reports/run-folder.ts';
import { latestRun } from './latest-run.ts';
import { outOption, parsePath, parseSeed } from './options.ts';
import type { RunOrder } from './run-order.ts';
import { checkReplayPath } from './replay-path.ts';
import { selectIds } from './selection.ts';
import { UsageError } from './usage-error.ts';

interface ReplayOptions {
  readonly seed?: number;
  readonly path?: string;
  readonly run?: string;
  readonly out: string;
}

const recordOf = (folder: RunFolder): RunRecord => {
  try {
    return readRunRecord(folder.run);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${folder.path} holds no finished run to replay: ${reason}`, {
      cause: error,
    });
  }
};

const textOf = (value: unknown): { readonly text?: string } =>
  typeof value === 'string' ? { text: value } : {};

/** Where the run's service is; the embedded one is started again, at the time of the run. */
const subjectOf = ({ embedded, target, targetFile, startedAt }: RunRecord): Partial<RunOrder> => {
  if (embedded) {
    const { dialect, faults } = embedded;
    return {
      embedded: true,
      ...(dialect === null ? {} : { dialect }),
      fault: faults,
      clock: new Date(startedAt),
    };
  }
  const { text: baseUrl } = textOf(target['base_url']);
  const { text: gapBaseUrl } = textOf(target['gap_base_url']);
  return {
    ...(targetFile === null ? {} : { target: targetFile }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(gapBaseUrl === undefined ? {} : { gapBaseUrl }),
  };
};

/** What a run found; nothing where its findings were not kept. Throws UsageError. */
const findingsOf = ({ findings }: RunFolder): readonly Finding[] => {
  if (!existsSync(findings)) return [];
  try {
    return readJsonLines<Finding>(findings).items;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${findings} cannot be read: ${reason}`, { cause: error });
  }
};

/** The probes that showed a requirement to be broken, or could not tell. */
const probesOf = (folder: RunFolder, requirements: readonly string[]): readonly string[] => {
  const items = findingsOf(folder);
  const open = items.filter(
    ({ requirement, verdict }) =>
      requirements.includes(requirement) && (verdict === 'fail' || verdict === 'inconclusive'),
  );
  return [...new Set(open.map(({ test }) => test))];
};

/** The run's own order, for the cells of these requirements. */
const orderOf = (
  record: RunRecord,
  requirement: readonly string[],
  { seed, path, out }: ReplayOptions,
  version: string,
  probes: readonly string[],
): RunOrder => ({
  command: 'replay',
  version,
  requirement,
  out,
  line: record.lines,
  runs: Math.max(...Object.values(record.runs)),
  seed: seed ?? record.seed,
  ...(path === undefined ? {} : { path }),
  probes,
  today: record.today,
  thorough: record.thorough,
  fault: [],
  ...subjectOf(record),
});

/** `assay replay`: sends what a run sent for one requirement again, up to the ids and tokens that the service hands out. */
export const replayCommand = (version: string): Command =>
  new Command('replay')
    .description('run the cells of one requirement again, as a run did')
    .argument('<id>', 'the requirement, such as GAP-CONTRACT-03')
    .addOption(new Option('--seed <number>', 'the seed (default: the run’s)').argParser(parseSeed))
    .option('--path <path>', 'the one small case to which a failure’s replay line leads')
    .addOption(
      new Option('--run <folder>', "the run's folder (default: the newest)").argParser(parsePath),
    )
    .addOption(outOption())
    .action(async (id: string, options: ReplayOptions) => {
      const requirement = selectIds([id], [...CATALOGUE.keys()], 'requirement');
      const folder = options.run === undefined ? latestRun() : runFolderAt(options.run);
      const record = recordOf(folder);
      if (options.path !== undefined) checkReplayPath(options.path, requirement, record.lines);
      process.stdout.write(`replays ${folder.path}, data of ${record.today}\n`);
      const { conduct } = await import('./conduct.ts');
      const probes = probesOf(folder, requirement);
      process.exitCode = await conduct(orderOf(record, requirement, options, version, probes));
    });
