import { existsSync, readFileSync, readdirSync, statSync, type Dirent } from 'node:fs';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { messageOf, UsageError } from '../client/usage-error.ts';
import { readJsonText } from '../spec/json-text.ts';
import type { Finding } from '../oracles/finding.ts';
import { readJsonLines } from './json-lines.ts';
import { type RunFolder, runFolderAt } from './run-folder.ts';
import { type RunRecord, type RunStart, runRecordSchema } from './run-record.ts';
import { checkedRunFolder } from './resolve-run.ts';

/** Empty for an unreadable folder; the error is reported when it is written to. */
const entriesOf = (folder: string): readonly Dirent[] => {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
};

/** Names of the folders that hold a record of a run, the newest first. */
export const runNames = (out: string): readonly string[] => {
  return entriesOf(out)
    .filter((each) => each.isDirectory() && existsSync(join(out, each.name, 'run.json')))
    .map(({ name }) => name)
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
};

/** Record of a run's start, possibly with its end. */
export type RunStarted = RunStart | RunRecord;

/** A run that can be replayed. */
export interface ReplayedRun {
  readonly folder: RunFolder;
  /** Start of the run; its end does not matter here. */
  readonly start: RunStarted;
}

/** Commands whose runs can be replayed. */
const JUDGES: readonly string[] = ['gate', 'certify', 'replay'];

const OTHERS = 'name the folder of a run of gate or certify';

const KINDS: readonly (readonly [file: string, what: string])[] = [
  ['load.json', 'the folder of a load run, which has no verdicts on requirements'],
  ['kill-matrix.json', 'the folder of an exam, which contains no run to replay'],
  ['exchanges.jsonl', 'a run without run.json, which describes its start'],
];

/** Error for a folder without run.json. */
const missingRunError = ({ path }: RunFolder): UsageError => {
  const here = readdirSync(path);
  const found = KINDS.find(([file]) => here.includes(file))?.[1];
  if (found !== undefined) return new UsageError(`${path} is ${found}; ${OTHERS}`);
  const [newest] = runNames(path);
  if (newest !== undefined) {
    return new UsageError(
      `${path} is a folder of runs, not a run; name one of them, such as ${newest}`,
    );
  }
  if (here.length === 0) return new UsageError(`${path} is empty; ${OTHERS}`);
  return new UsageError(`${path} is not the folder of a run (it contains no run.json); ${OTHERS}`);
};

const folderOrThrow = (path: string): RunFolder => {
  if (statSync(path).isDirectory()) return runFolderAt(checkedRunFolder(path));
  const folder = runFolderAt(dirname(path));
  const next = existsSync(folder.run) ? `name its folder, ${folder.path}` : OTHERS;
  throw new UsageError(`--run: expected the folder of a run, got the file ${path}; ${next}`);
};

const parsed = (path: string): unknown => {
  const refuse = (why: string): never => {
    throw new UsageError(
      `${path} cannot be read: it is truncated, or not a record of Assay (${why}); name another run, or repeat this one`,
    );
  };
  try {
    const read = readJsonText(readFileSync(path, 'utf8'));
    return read.ok ? read.value : refuse(read.problem);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return refuse(messageOf(error));
  }
};

const word = (value: unknown, key: string): string | undefined => {
  const found: unknown =
    typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? Reflect.get(value, key)
      : undefined;
  return typeof found === 'string' ? found : undefined;
};

const issueText = (issue: z.core.$ZodIssue | undefined): string => {
  const where = issue?.path.join('.') ?? '';
  if (issue === undefined || where === '') return 'it contains no object';
  const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  return isMissing ? `${where} is missing` : `${where}: ${issue.message}`;
};

/** Recorded start of a run. Throws UsageError unless it is a run of gate, certify or replay. */
export const replayedRunAt = (path: string, version: string): ReplayedRun => {
  const folder = folderOrThrow(path);
  if (!existsSync(folder.run)) throw missingRunError(folder);
  const record = parsed(folder.run);
  const command = word(record, 'command');
  if (command !== undefined && !JUDGES.includes(command)) {
    throw new UsageError(
      `${folder.path} is a run of assay ${command}, not of gate or certify; ${OTHERS}`,
    );
  }
  const { success, data, error } = runRecordSchema.safeParse(record);
  if (success) return { folder, start: data };
  const by = word(record, 'assay');
  if (command !== undefined && by !== undefined && by !== version) {
    throw new UsageError(
      `${folder.run} was written by Assay ${by}, which this version (${version}) cannot read; replay it with Assay ${by}`,
    );
  }
  throw new UsageError(
    `${folder.run} is not the record of a run (${issueText(error.issues[0])}); ${OTHERS}`,
    { cause: error },
  );
};

const isFinding = (item: unknown): boolean =>
  ['requirement', 'operation', 'verdict', 'test'].every((key) => word(item, key) !== undefined);

/** Findings of a run, without an incomplete last line. Throws UsageError if the file is missing or malformed. */
export const findingsOf = ({ findings }: RunFolder): readonly Finding[] => {
  if (!existsSync(findings)) {
    throw new UsageError(
      `${findings} is missing, so the findings of the run are lost; copy the whole folder of the run, or repeat it`,
    );
  }
  try {
    const { items } = readJsonLines<Finding>(findings);
    const odd = items.findIndex((item) => !isFinding(item));
    if (odd !== -1) throw new Error(`entry ${odd + 1} is not a finding of Assay`);
    return items;
  } catch (error) {
    throw new UsageError(`${findings} cannot be read: ${messageOf(error)}; name another run`, {
      cause: error,
    });
  }
};

/** Record of an ended run. Throws UsageError for any other. */
export const finishedRunAt = (path: string, version: string): RunRecord => {
  const { start } = replayedRunAt(path, version);
  if (start.state !== 'running') return start;
  throw new UsageError(
    `${path} belongs to a run that was killed or is still running; \`assay report ${path}\` judges its records`,
  );
};
