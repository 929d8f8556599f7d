import { execFile } from 'node:child_process';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { ALLURE_CATEGORIES } from './allure-categories.ts';
import { outsideReferences, withoutAnalytics } from './offline-page.ts';

/** How a report is called, and what it shows beside its results. */
export interface AllureReportOptions {
  readonly name: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** A report that was built. */
export interface AllureReport {
  /** The page: one file that needs no server and asks nobody. */
  readonly index: string;
  /** Results in it. */
  readonly results: number;
}

const ALLURE = join(dirname(createRequire(import.meta.url).resolve('allure')), '..', 'cli.js');
const TIME_LIMIT = 120_000;

/** Those that say something without a history of runs. */
const CHARTS = [
  { type: 'currentStatus', title: 'Results' },
  { type: 'durations', title: 'Durations', groupBy: 'none' },
];

const configOf = (outDir: string, { name, variables = {} }: AllureReportOptions): object => ({
  name,
  output: outDir,
  variables,
  appendHistory: false,
  hideLabels: ['host', 'thread'],
  categories: ALLURE_CATEGORIES,
  plugins: {
    awesome: {
      options: {
        reportLanguage: 'en',
        groupBy: ['epic', 'feature', 'story'],
        // Of several files the page cannot read its own data when it is opened without a server.
        singleFile: true,
        stepTreeExpansion: 'expand_failed_only',
        charts: CHARTS,
      },
    },
    // Allure adds it by itself; what it writes is for others.
    agent: { enabled: false },
  },
});

const countResults = async (resultsDirs: readonly string[]): Promise<number> => {
  const lists = await Promise.all(resultsDirs.map((dir) => readdir(dir).catch(() => [])));
  const count = lists.flat().filter((name) => name.endsWith('-result.json')).length;
  if (count > 0) return count;
  throw new Error(
    `wanted Allure results in ${resultsDirs.join(', ')}, found none; the run ended before its first test did`,
  );
};

/** Allure takes folders as patterns, relative to a folder that it takes as it is. */
const asPattern = (from: string, path: string): string =>
  relative(from, resolve(path)).replaceAll(/[?*()[\]{}!+@]/g, '?');

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
    const {
      killed,
      stderr = '',
      stdout = '',
    } = cause as {
      killed?: boolean;
      stderr?: string;
      stdout?: string;
    };
    const why = killed
      ? `it took more than ${TIME_LIMIT / 1000} s`
      : stripVTControlCharacters(stderr || stdout).trim();
    throw new Error(`Allure did not build the report: ${why}`, { cause });
  }
};

const makeOffline = async (page: string): Promise<void> => {
  const html = withoutAnalytics(await readFile(page, 'utf8'));
  const outside = outsideReferences(html);
  if (outside.length > 0) {
    throw new Error(
      `wanted a report that asks no other host, but ${page} loads ${outside.join(', ')}; this version of Allure is not supported`,
    );
  }
  await writeFile(page, html);
};

/**
 * Builds the Allure report of these results into `outDir`, which is replaced; its configuration goes beside it. Takes
 * about a second for 300 results. Throws where there are no results, and where Allure fails or takes longer than 120 s.
 */
export const buildAllureReport = async (
  resultsDirs: readonly string[],
  outDir: string,
  options: AllureReportOptions,
): Promise<AllureReport> => {
  const output = resolve(outDir);
  const results = await countResults(resultsDirs);
  await rm(output, { recursive: true, force: true });
  const config = `${output}.config.json`;
  await writeFile(config, JSON.stringify(configOf(output, options), null, 2));
  await generate(config, resultsDirs);
  const pages = (await readdir(output, { recursive: true })).filter((name) =>
    name.endsWith('.html'),
  );
  if (pages.length === 0) throw new Error(`Allure ended well but wrote no page into ${output}`);
  await Promise.all(pages.map((name) => makeOffline(join(output, name))));
  return { index: join(output, 'index.html'), results };
};
