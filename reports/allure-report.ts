import { execFile, type ExecFileException } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import {
  outsideReferences,
  withoutAnalytics,
  withoutEmptyTabs,
  withPackedData,
} from './packed-page.ts';
import type { Verdict } from '../oracles/finding.ts';
import { readFileSync } from 'node:fs';
import { removeReport } from '../store/run-folder.ts';
import { writeAtomically } from '../store/atomic-write.ts';

/** Location of the history of a target's earlier runs. */
export interface AllureHistory {
  /** JSON Lines written by Allure, one run each, oldest first. */
  readonly file: string;
  /** Run whose report is built; names of runs sort by time. */
  readonly run: string;
}

/** Earlier runs in a report; each adds a few hundred kilobytes. */
export const HISTORY_LIMIT = 5;

interface Entry {
  readonly run: string;
  readonly line: string;
}

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** Parses the history; drops lines that this version cannot read, such as a truncated one. */
const entriesIn = (file: string): readonly Entry[] =>
  textOf(file)
    .split('\n')
    .flatMap((line): Entry[] => {
      try {
        const { assayRun } = JSON.parse(line) as { assayRun?: unknown };
        return typeof assayRun === 'string' ? [{ run: assayRun, line }] : [];
      } catch {
        return [];
      }
    });

/** Writes the runs before this one to Allure's history file. */
export const prepareHistory = ({ file, run }: AllureHistory, lent: string): void => {
  const earlier = entriesIn(file).filter((each) => each.run < run);
  const lines = earlier.slice(-HISTORY_LIMIT).map(({ line }) => `${line}\n`);
  writeAtomically(lent, lines.join(''));
};

/** Adds the entry that Allure wrote for this run to the target's history; a rebuilt report replaces its entry. */
export const saveHistory = ({ file, run }: AllureHistory, lent: string): void => {
  const added = readFileSync(lent, 'utf8').trimEnd().split('\n').at(-1) ?? '';
  if (added === '') return;
  const line = JSON.stringify({ ...(JSON.parse(added) as object), assayRun: run });
  const others = entriesIn(file).filter((each) => each.run !== run);
  const all = [...others, { run, line }].toSorted((a, b) => (a.run < b.run ? -1 : 1));
  writeAtomically(
    file,
    all
      .slice(-HISTORY_LIMIT - 1)
      .map((each) => `${each.line}\n`)
      .join(''),
  );
};

/** A category of results in the report's "Categories"; the first match takes a result. */
export interface AllureCategory {
  readonly name: string;
  readonly matchers: readonly {
    readonly statuses: readonly string[];
    readonly message?: string;
    readonly labels?: Readonly<Record<string, string>>;
  }[];
  readonly groupBy: readonly { readonly label: string }[];
  readonly groupByMessage: boolean;
}

const category = (
  name: string,
  matcher: AllureCategory['matchers'][number],
  groupBy: AllureCategory['groupBy'] = [],
): AllureCategory => ({
  name,
  matchers: [matcher],
  groupBy,
  groupByMessage: groupBy.length === 0,
});

const skipped = (name: string, verdict: Verdict): AllureCategory =>
  category(name, { statuses: ['skipped'], labels: { verdict } });

/**
 * Categories by who has to act: the service's maker, the harness's, or nobody. The label `verdict` of a skipped
 * result gives the reason.
 */
const ALLURE_CATEGORIES: readonly AllureCategory[] = [
  category('Service non-conformant', { statuses: ['failed'] }, [{ label: 'requirement' }]),
  category('Not judged', { statuses: ['broken'], message: '^not judged' }),
  category('Harness at fault', { statuses: ['broken'] }),
  skipped('Observed: left open by the specification', 'observed'),
  skipped('Not applicable to this target', 'not-applicable'),
  skipped('Waived', 'waived'),
];

/** Name of a report, and its content beside the results. */
export interface AllureReportOptions {
  readonly name: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** History of the same target, to which this run is added. */
  readonly history?: AllureHistory;
}

/** A built report. */
export interface AllureReport {
  /** Page in a single file that needs no server and no other host. */
  readonly index: string;
  /** Number of results. */
  readonly results: number;
}

const ALLURE = join(dirname(createRequire(import.meta.url).resolve('allure')), '..', 'cli.js');
const TIME_LIMIT = 120_000;

/** Charts that need a history of runs. */
const TRENDS = [
  { type: 'trend', dataType: 'status', title: 'Results by run', limit: HISTORY_LIMIT + 1 },
];
const CHARTS = [
  { type: 'currentStatus', title: 'Results' },
  { type: 'durations', title: 'Durations', groupBy: 'none' },
];

/** Path at which Allure reads and writes the history of one report. */
const exchangeHistoryPath = (outDir: string): string => `${outDir}.history.jsonl`;

const configOf = (
  outDir: string,
  { name, variables = {}, history }: AllureReportOptions,
): object => ({
  name,
  output: outDir,
  variables,
  ...(history === undefined
    ? { appendHistory: false }
    : {
        historyPath: exchangeHistoryPath(outDir),
        historyLimit: HISTORY_LIMIT,
        appendHistory: true,
      }),
  hideLabels: ['host', 'thread'],
  categories: ALLURE_CATEGORIES,
  plugins: {
    awesome: {
      options: {
        reportLanguage: 'en',
        groupBy: ['epic', 'feature', 'story'],
        // Split into several files, the page could not load its own data without a server.
        singleFile: true,
        stepTreeExpansion: 'expand_failed_only',
        charts: history === undefined ? CHARTS : [...CHARTS, ...TRENDS],
      },
    },
    // Allure enables this by default; its output is meant for others.
    agent: { enabled: false },
  },
});

/** Counts the results, and checks for messages of the run itself. */
const checkResults = async (
  resultsDirs: readonly string[],
): Promise<{ readonly results: number; readonly hasGlobals: boolean }> => {
  const lists = await Promise.all(resultsDirs.map((dir) => readdir(dir).catch(() => [])));
  const names = lists.flat();
  const results = names.filter((name) => name.endsWith('-result.json')).length;
  const hasGlobals = names.some((name) => name.endsWith('-globals.json'));
  if (results > 0) return { results, hasGlobals };
  throw new Error(
    `expected Allure results in ${resultsDirs.join(', ')}, found none; the run ended before its first test`,
  );
};

/** Allure treats folders as glob patterns, with slashes, relative to a literal folder. */
const asPattern = (from: string, path: string): string =>
  relative(from, resolve(path))
    .split(sep)
    .map((name) => name.replaceAll(/[?*()[\]{}!+@]/g, '?'))
    .join('/');

const generate = async (config: string, resultsDirs: readonly string[]): Promise<void> => {
  const from = dirname(resolve(resultsDirs[0] ?? '.'));
  const patterns = resultsDirs.map((dir) => asPattern(from, dir));
  const args = [ALLURE, 'generate', '--config', config, '--cwd', from, ...patterns];
  try {
    await promisify(execFile)(process.execPath, args, {
      timeout: TIME_LIMIT,
      killSignal: 'SIGKILL',
      maxBuffer: 2 ** 26,
    });
  } catch (cause) {
    const { killed, stderr, stdout } = cause as ExecFileException;
    const why = killed
      ? `it took more than ${TIME_LIMIT / 1000} s`
      : stripVTControlCharacters(stderr || stdout || '').trim();
    throw new Error(`Allure did not build the report: ${why}`, { cause });
  }
};

const makeOffline = async (page: string, hasGlobals: boolean): Promise<void> => {
  const whole = await readFile(page, 'utf8');
  const html = withPackedData(withoutEmptyTabs(withoutAnalytics(whole), hasGlobals));
  const outside = outsideReferences(html);
  if (outside.length > 0) {
    throw new Error(
      `expected a report without external resources, but ${page} loads ${outside.join(', ')}; this version of Allure is not supported`,
    );
  }
  writeAtomically(page, html);
};

/**
 * Builds the Allure report of these results into `outDir`, which is replaced; its configuration is written beside it.
 * Takes about a second for 300 results. Throws if there are no results, or if Allure fails or takes longer than 120
 * s.
 */
export const buildAllureReport = async (
  resultsDirs: readonly string[],
  outDir: string,
  options: AllureReportOptions,
): Promise<AllureReport> => {
  const output = resolve(outDir);
  const { results, hasGlobals } = await checkResults(resultsDirs);
  removeReport(output);
  const config = `${output}.config.json`;
  writeAtomically(config, JSON.stringify(configOf(output, options), null, 2));
  const { history } = options;
  if (history) prepareHistory(history, exchangeHistoryPath(output));
  await generate(config, resultsDirs);
  if (history) {
    saveHistory(history, exchangeHistoryPath(output));
    removeReport(exchangeHistoryPath(output));
  }
  const pages = (await readdir(output, { recursive: true })).filter((name) =>
    name.endsWith('.html'),
  );
  if (pages.length === 0)
    throw new Error(`Allure ended successfully, but wrote no page to ${output}`);
  await Promise.all(pages.map((name) => makeOffline(join(output, name), hasGlobals)));
  return { index: join(output, 'index.html'), results };
};
