import { existsSync } from 'node:fs';
import { bareAddress, loadTarget } from '../client/load-target.ts';
import { targetFileName } from '../client/target-file-name.ts';
import { readEnvironment } from '../client/target.ts';
import { UsageError } from '../client/usage-error.ts';
import { isObject } from '../oracles/answers/json-body.ts';
import { publicTarget } from './public-target.ts';
import type { ReplayedRun, RunStarted } from './replay-source.ts';
import type { RunOrder } from './run-order.ts';

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The address that a run went to, or `the embedded service`. */
export const whereOf = ({ embedded, target }: RunStarted): string =>
  embedded ? 'the embedded service' : (textOf(target['base_url']) ?? 'an unknown address');

/** The address that the environment names, without a password that may stand in it. */
export const addressHere = (): string | undefined => {
  const here = readEnvironment()['ASSAY_BASE_URL'];
  if (!here) return undefined;
  return bareAddress(here).replace(/^(\w+:\/\/)[^/]*@/, '$1');
};

/** The address of another service than the run's, where the environment names one. */
export const otherAddress = (start: RunStarted): string | undefined => {
  const here = addressHere();
  return here === whereOf(start) ? undefined : here;
};

type Subject = Pick<
  Partial<RunOrder>,
  'embedded' | 'dialect' | 'fault' | 'clock' | 'target' | 'baseUrl' | 'gapBaseUrl' | 'insecure'
>;

/** The keys in which two records of a target differ, such as `decisions.readBackDelay`. */
const differences = (before: unknown, now: unknown, at: string): readonly string[] => {
  if (!isObject(before) || !isObject(now)) {
    return JSON.stringify(before) === JSON.stringify(now) ? [] : [at];
  }
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((key) =>
    differences(before[key], now[key], at === '' ? key : `${at}.${key}`),
  );
};

/** What says nothing about the data that are sent, nor about how an answer is judged. */
const FREE = /^(?:name|limits|insecure)(?:\.|$)/;

/** The command that judges the same anew, on the service of this run. */
type Again = (start: RunStarted) => string;

const KEYS_TOLD = 3;

/** A target file that describes another service than it did for the run would make of a replay something else. */
const checkTargetFile = async (
  file: string,
  { folder, start }: ReplayedRun,
  flags: { readonly base_url: string; readonly gap_base_url?: string },
  again: Again,
): Promise<void> => {
  if (!existsSync(targetFileName(file).path)) {
    throw new UsageError(
      `the target file ${file} of the run ${folder.path} is not there any more; put it back, or name the one that describes the service now: ${again({ ...start, targetFile: 'FILE' })}`,
    );
  }
  const now = publicTarget(await loadTarget({ file, flags }));
  const changed = differences(start.target, now, '').filter((key) => !FREE.test(key));
  if (changed.length === 0) return;
  const more = changed.length > KEYS_TOLD ? ` and ${changed.length - KEYS_TOLD} more` : '';
  throw new UsageError(
    `the target file ${file} was changed since the run ${folder.path} (${changed.slice(0, KEYS_TOLD).join(', ')}${more}); undo that, or judge the service as the file describes it now: ${again(start)}`,
  );
};

const embeddedSubject = ({ embedded, startedAt }: RunStarted): Subject | undefined =>
  embedded
    ? {
        embedded: true,
        ...(embedded.dialect === null ? {} : { dialect: embedded.dialect }),
        fault: embedded.faults,
        clock: new Date(startedAt),
      }
    : undefined;

/**
 * Where the service of a run is; the embedded one is started again, at the time of the run. Throws UsageError, and
 * TargetError for a target file that became wrong.
 */
export const subjectOf = async (run: ReplayedRun, again: Again): Promise<Subject> => {
  const { start, folder } = run;
  const embedded = embeddedSubject(start);
  if (embedded) return embedded;
  const baseUrl = textOf(start.target['base_url']);
  const gapBaseUrl = textOf(start.target['gap_base_url']);
  if (baseUrl === undefined) {
    throw new UsageError(
      `${folder.run} does not say where the service was (target.base_url); name another run`,
    );
  }
  const { targetFile } = start;
  const gap = gapBaseUrl === undefined ? {} : { gap_base_url: gapBaseUrl };
  if (targetFile !== null)
    await checkTargetFile(targetFile, run, { base_url: baseUrl, ...gap }, again);
  return {
    ...(targetFile === null ? {} : { target: targetFile }),
    baseUrl,
    ...(gapBaseUrl === undefined ? {} : { gapBaseUrl }),
    ...(start.target['insecure'] === true ? { insecure: true } : {}),
  };
};
