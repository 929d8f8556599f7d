import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { LATEST } from '../client/project.ts';

/** Folder of one run, with the path of each file, existing or not. All paths are absolute. */
export interface RunFolder {
  readonly path: string;
  /** Cell per line: what the run has to judge, fixed before it sends anything. */
  readonly ledger: string;
  /** Exchange per line. */
  readonly exchanges: string;
  /** ProbeRecord per line for every planned probe, sent or not. */
  readonly probes: string;
  /** EvidenceRecord per line: input of the findings. */
  readonly evidence: string;
  /** Finding per line. */
  readonly findings: string;
  /** OpenPoint per line. */
  readonly observations: string;
  /** Open points and robustness list, as text and as data; written after the run. */
  readonly openPoints: { readonly markdown: string; readonly json: string };
  /** SequenceCoverage per line. */
  readonly sequences: string;
  /** PairCoverage per line. */
  readonly pairs: string;
  /** RunContexts: the contexts in which the run made its probes; runs of earlier versions lack it. */
  readonly contexts: string;
  /** ShownFault per line: wrong answers of a reference service with a conditional fault; only of such. */
  readonly shown: string;
  /** CellVerdict per line; written after the run. */
  readonly verdicts: string;
  /** Verdicts for CI servers; written after the run. */
  readonly junit: string;
  /** The conformance page; written after the run. */
  readonly page: string;
  /** RunStart, and once the run has ended RunRecord. */
  readonly run: string;
  /** EvidenceSeal: digests of all the others; written last of all, once the run is finished. */
  readonly seal: string;
  /** The verifiable verdict, its page, and the in-toto test result; of certify. */
  readonly certificate: string;
  readonly certificatePage: string;
  readonly testResult: string;
  /**
   * Of a load run, whose `run` is a LoadRunStart or LoadRunEnd: its LoadRecord, its data points, its page, and the output of
   * k6.
   */
  readonly load: {
    readonly record: string;
    readonly points: string;
    readonly page: string;
    readonly log: string;
  };
  readonly allureResults: string;
  readonly allureReport: string;
}

/** Files that the suites append to, ordered so that none refers to a later one. */
export const streamsIn = (folder: RunFolder) => ({
  probes: folder.probes,
  exchanges: folder.exchanges,
  evidence: folder.evidence,
  findings: folder.findings,
  observations: folder.observations,
  sequences: folder.sequences,
  pairs: folder.pairs,
  contexts: folder.contexts,
});

/** Run folder at this path, whether or not its files exist. */
export const runFolderAt = (path: string): RunFolder => {
  const at = (name: string) => resolve(path, name);
  return {
    path: resolve(path),
    ledger: at('ledger.jsonl'),
    exchanges: at('exchanges.jsonl'),
    probes: at('probes.jsonl'),
    evidence: at('evidence.jsonl'),
    findings: at('findings.jsonl'),
    sequences: at('sequences.jsonl'),
    pairs: at('pairs.jsonl'),
    contexts: at('contexts.json'),
    observations: at('observations.jsonl'),
    openPoints: { markdown: at('observations.md'), json: at('observations.json') },
    shown: at('shown.jsonl'),
    verdicts: at('verdicts.jsonl'),
    page: at('report.html'),
    junit: at('junit.xml'),
    run: at('run.json'),
    seal: at('evidence.json'),
    certificate: at('certificate.json'),
    certificatePage: at('certificate.html'),
    testResult: at('test-result.json'),
    load: {
      record: at('load.json'),
      points: at('points.jsonl'),
      page: at('load.html'),
      log: at('k6.log'),
    },
    allureResults: at('allure-results'),
    allureReport: at('allure-report'),
  };
};

/** Tests if a test of the run ended with a result from which a report can be built. */
export const hasResults = ({ allureResults }: RunFolder): boolean =>
  existsSync(allureResults) &&
  readdirSync(allureResults).some((name) => name.endsWith('-result.json'));

/** 2026-11-21T09:40:47.370Z as 20261121-094047: names sort by time in any time zone. */
const stamp = (now: Date): string =>
  now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

/** Creates a folder of this name, or the next free one (`…-2`), and returns its path. */
export const makeUnique = (wanted: string): string => {
  for (let n = 1; ; n += 1) {
    const path = n === 1 ? wanted : `${wanted}-${n}`;
    try {
      mkdirSync(path);
      return path;
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
};

/** Names the latest run where links are not permitted. */
const LATEST_TEXT = `${LATEST}.txt`;

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** Replaces a link, in one step where the system can: Windows renames nothing over a link, so `latest` is missing for a moment. */
const replaceLink = (fresh: string, link: string): void => {
  try {
    renameSync(fresh, link);
  } catch (error) {
    if (!isLink(link)) throw error;
    rmSync(link);
    renameSync(fresh, link);
  }
};

/** Points `latest` at a run, also while others start. */
const pointLatest = (root: string, name: string): void => {
  const link = join(root, LATEST);
  const text = join(root, LATEST_TEXT);
  const fresh = join(root, `.latest-${name}`);
  try {
    symlinkSync(name, fresh, 'dir');
    replaceLink(fresh, link);
    rmSync(text, { force: true });
  } catch {
    rmSync(fresh, { force: true });
    // That of a run that started at the same time.
    if (!isLink(link)) writeFileSync(text, `${name}\n`);
  }
};

const isReplay = (name: string): boolean => /^\d{8}-\d{6}-replay-/.test(name);

/**
 * Creates `root/<YYYYMMDD-HHMMSS>-<name>` (UTC; numbered if it exists) and points `root/latest` at it: a symbolic link, or the
 * text file `latest.txt` if links are not permitted. `name` is `<command>-<seed>`. A replay, which judges a part of another run,
 * becomes the latest only if there is no latest run, or that is a replay, too.
 */
export const createRunFolder = (root: string, name: string, now = new Date()): RunFolder => {
  mkdirSync(root, { recursive: true });
  const safe = name.replaceAll(/[^\w.-]+/g, '-');
  const path = makeUnique(join(root, `${stamp(now)}-${safe}`));
  const latest = latestName(root);
  const isThere = latest !== undefined && existsSync(join(root, latest));
  if (!isReplay(basename(path)) || !isThere || isReplay(latest)) pointLatest(root, basename(path));
  return runFolderAt(path);
};

/** Creates the folder of a run that is part of another one. */
export const makeRunFolder = (path: string): RunFolder => {
  mkdirSync(path);
  return runFolderAt(path);
};

/** Removes a report of an earlier run before it is replaced. */
export const removeReport = (path: string): void => rmSync(path, { recursive: true, force: true });

/** Name of the run that `latest` points to; undefined if there is none. */
export const latestName = (root: string): string | undefined => {
  const link = join(root, LATEST);
  if (isLink(link)) return readlinkSync(link);
  const text = join(root, LATEST_TEXT);
  return existsSync(text) ? readFileSync(text, 'utf8').trim() : undefined;
};

/** Removes an aborted run; if `latest` points to it, its former value (`latestName`) is restored. */
export const removeRunFolder = (
  root: string,
  folder: RunFolder,
  before: string | undefined,
): void => {
  rmSync(folder.path, { recursive: true, force: true });
  if (latestName(root) !== basename(folder.path)) return;
  if (before !== undefined) pointLatest(root, before);
  else for (const name of [LATEST, LATEST_TEXT]) rmSync(join(root, name), { force: true });
};

/** Latest run folder under `root`. Throws if there is no run yet. */
export const latestRunFolder = (root: string): RunFolder => {
  const name = latestName(root);
  if (name !== undefined && existsSync(resolve(root, name)))
    return runFolderAt(resolve(root, name));
  throw new Error(
    `expected the latest run in ${resolve(root)}, found none; run assay once, or name the run's folder`,
  );
};
