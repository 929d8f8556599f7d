import type { TestModule } from 'vitest/node';
import { PROJECT, SOURCE_EXTENSION } from '../../client/project.ts';
import { removeReport, type RunFolder } from '../../store/run-folder.ts';
import type { RunRecord } from '../../store/run-record.ts';
import type { CellCommands } from './requirement-tests.ts';
import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { buildAllureReport } from '../../reports/allure-report.ts';
import { renderSummary } from '../../reports/console/table.ts';
import { VERDICT_WORDS, verdictWord } from '../../reports/console/paint.ts';
import { VERDICTS } from '../../oracles/finding.ts';
import { counted } from '../../spec/message-text.ts';
import { targetKey } from '../past-runs.ts';

/** History file of a target and policy, beside the runs. */
const historyFile = (folder: RunFolder, record: RunRecord): string => {
  const key = createHash('sha256')
    .update(`${targetKey(record)} ${record.thorough}`)
    .digest('hex');
  return join(dirname(folder.path), `allure-history-${key.slice(0, 12)}.jsonl`);
};

/** Cells of a run by verdict, as the page counts them. */
const countedCells = ({ totals, verdicts }: RunRecord): string => {
  const counts = VERDICTS.toReversed()
    .filter((verdict) => (verdicts[verdict] ?? 0) > 0)
    .map((verdict) => `${verdicts[verdict]} ${VERDICT_WORDS[verdict]}`);
  return [counted(totals.cells, 'cell'), ...counts].join(', ');
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Builds the Allure report of a run into its folder; returns the page's path. */
export const buildReport = async (
  folder: RunFolder,
  record: RunRecord,
  version: string,
): Promise<string> => {
  // An incomplete run shows that first.
  const state = record.state === 'partial' ? `partial: ${record.stopped}` : record.stopped;
  await buildAllureReport([folder.allureResults], folder.allureReport, {
    // Allure's chart counts tests, most of which pass even in a failed run, so the verdict is in the title.
    name: `${verdictWord(record).name}: ${textOf(record.target['name'])}, ${record.command}${state === null ? '' : ` (${state})`}`,
    history: { file: historyFile(folder, record), run: basename(folder.path) },
    variables: {
      ...(state === null ? {} : { Ended: state }),
      Verdict: renderSummary(record),
      Counts: `each test is one requirement on one line and covers the cells of all its operations, ${countedCells(record)}`,
      Target: textOf(record.target['base_url']),
      Seed: String(record.seed),
      Assay: version,
    },
  });
  return join(folder.allureReport, 'index.html');
};

/** Passes the finished run to the file that displays it. */
declare module 'vitest' {
  export interface ProvidedContext {
    finishedRun: {
      readonly run: string;
      readonly commands: Readonly<Record<string, CellCommands>>;
    };
  }
}

/** Single-threaded and without config files: in a package those of parent folders belong to somebody else. */
const ALONE = {
  config: false,
  watch: false,
  isolate: false,
  maxWorkers: 1,
  pool: 'threads',
  testTimeout: 0,
  // Vitest's cache is beside the program, which may be read-only in a package.
  cache: false,
  fsModuleCache: false,
  // Node loads every module: Vite would transform it, and takes #, % and ? in a path for parts of a URL.
  experimental: { viteModuleRunner: false, nodeLoader: false },
} as const;
/** Vite warns of these characters. */
const QUIET = { css: { postcss: {} }, envDir: false, logLevel: 'error' } as const;

/** Rewrites the Allure results of a finished run through vitest. Throws if vitest does not report all of it. */
export const writeAllureResults = async (
  folder: RunFolder,
  { target, seed }: Pick<RunRecord, 'target' | 'seed'>,
  commands: Readonly<Record<string, CellCommands>> = {},
): Promise<void> => {
  // Loaded lazily: no other run needs it.
  const [{ startVitest }, { default: AllureReporter }] = await Promise.all([
    import('vitest/node'),
    import('allure-vitest/reporter'),
  ]);
  removeReport(folder.allureResults);
  const { name } = target;
  const environmentInfo = { Target: typeof name === 'string' ? name : '', Seed: String(seed) };
  const before = process.exitCode;
  let shown = 0;
  const faults: string[] = [];
  const counter = {
    onTestCaseResult: (): void => {
      shown += 1;
    },
    onTestModuleEnd: (module: TestModule): void => {
      faults.push(...module.errors().map(({ message }) => message));
    },
  };
  try {
    const options = {
      ...ALONE,
      root: PROJECT,
      include: [`suites/finished-run.suite${SOURCE_EXTENSION}`],
      provide: { finishedRun: { run: folder.path, commands } },
      reporters: [
        new AllureReporter({ resultsDir: folder.allureResults, environmentInfo }),
        counter,
      ],
    };
    const vitest = await startVitest('test', [], options, QUIET);
    await vitest.close();
  } finally {
    // Vitest's exit code is no verdict on the service: the ledger is.
    process.exitCode = before;
  }
  if (shown === 0 || faults.length > 0)
    throw new Error(`vitest did not show the run: ${faults.join('; ') || 'no test'}`);
};
