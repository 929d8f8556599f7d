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

/** The folder of one run, and where each of its files is or will be. All paths are absolute. */
export interface RunFolder {
  readonly path: string;
  /** Cell per line: what the run has to judge, fixed before it sends anything. */
  readonly ledger: string;
  /** Exchange per line. */
  readonly exchanges: string;
  /** ProbeRecord per line; of what was to be sent, whether or not it was. */
  readonly probes: string;
  /** EvidenceRecord per line: what the findings are made from. */
  readonly evidence: string;
  /** Finding per line. */
  readonly findings: string;
  /** OpenPoint per line. */
  readonly observations: string;
  /** The open points and the robustness list for readers, and as data; written after the run. */
  readonly openPoints: { readonly markdown: string; readonly json: string };
  /** SequenceCoverage per line. */
  readonly sequences: string;
  /** PairCoverage per line. */
  readonly pairs: string;
  /** ShownFault per line: where a reference service with a fault under a condition was wrong; only of such. */
  readonly shown: string;
  /** CellVerdict per line; written after the run. */
  readonly verdicts: string;
  /** The verdicts for CI servers; written after the run. */
  readonly junit: string;
  /** The conformance page; written after the run. */
  readonly page: string;
  /** RunStart, and once the run has ended RunRecord. */
  readonly run: string;
  /** EvidenceSeal: the digests of all the others; written last of all, once the run is finished. */
  readonly seal: string;
  /** The verdict that others can check, its page, and the same as in-toto's own test result; of certify. */
  readonly certificate: string;
  readonly certificatePage: string;
  readonly testResult: string;
  /**
   * Of a load run, whose `run` is a LoadRunStart or LoadRunEnd: its LoadRecord, the points that it gave so far, its page, and what
   * k6 itself said.
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

/** The files that the suites append to, in an order in which none says anything of what a file after it has. */
export const streamsIn = (folder: RunFolder) => ({
  probes: folder.probes,
  exchanges: folder.exchanges,
  evidence: folder.evidence,
  findings: folder.findings,
  observations: folder.observations,
  sequences: folder.sequences,
  pairs: folder.pairs,
});

/** The run folder at this path, whether or not its files are there yet. */
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

/** Whether a test of the run came to an end, and left a result of which a report can be built. */
export const hasResults = ({ allureResults }: RunFolder): boolean =>
  existsSync(allureResults) &&
  readdirSync(allureResults).some((name) => name.endsWith('-result.json'));

/** 2026-11-21T09:40:47.370Z as 20261121-094047: names sort by time, whatever the time zone. */
const stamp = (now: Date): string =>
  now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

/** Makes a folder of this name, or of the next that is free (`…-2`), and returns its path. */
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

/** What points at the newest run: a link, or the text file where links are refused. */
const LATEST = 'latest';
const LATEST_TEXT = 'latest.txt';

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** Renamed into place, so that `latest` never points nowhere while runs start side by side. */
const pointLatest = (root: string, name: string): void => {
  const link = join(root, LATEST);
  const text = join(root, LATEST_TEXT);
  const fresh = join(root, `.latest-${name}`);
  try {
    symlinkSync(name, fresh, 'dir');
    renameSync(fresh, link);
    rmSync(text, { force: true });
  } catch {
    rmSync(fresh, { force: true });
    if (isLink(link)) rmSync(link);
    writeFileSync(text, `${name}\n`);
  }
};

/**
 * Makes `root/<YYYYMMDD-HHMMSS>-<name>` (UTC; numbered where it is taken) and points `root/latest` at it: a symbolic
 * link, or the text file `latest.txt` where links are refused. `name` is `<command>-<seed>`.
 */
export const createRunFolder = (root: string, name: string, now = new Date()): RunFolder => {
  mkdirSync(root, { recursive: true });
  const safe = name.replaceAll(/[^\w.-]+/g, '-');
  const path = makeUnique(join(root, `${stamp(now)}-${safe}`));
  pointLatest(root, basename(path));
  return runFolderAt(path);
};

/** Makes a folder for a run that is a part of another one. */
export const makeRunFolder = (path: string): RunFolder => {
  mkdirSync(path);
  return runFolderAt(path);
};

/** Removes a report that was made of a run before, so that another one takes its place. */
export const removeReport = (path: string): void => rmSync(path, { recursive: true, force: true });

/** The name of the run that `latest` points at; undefined where there is none. */
export const latestName = (root: string): string | undefined => {
  const link = join(root, LATEST);
  if (isLink(link)) return readlinkSync(link);
  const text = join(root, LATEST_TEXT);
  return existsSync(text) ? readFileSync(text, 'utf8').trim() : undefined;
};

/** Removes a run that came to nothing; where `latest` points at it, it is what it was before (`latestName`). */
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

/** The newest run folder under `root`. Throws where no run was made yet. */
export const latestRunFolder = (root: string): RunFolder => {
  const name = latestName(root);
  if (name !== undefined && existsSync(resolve(root, name)))
    return runFolderAt(resolve(root, name));
  throw new Error(
    `expected the latest run in ${resolve(root)}, found none; run assay once, or name the run's folder`,
  );
};
