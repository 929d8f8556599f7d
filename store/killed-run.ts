import type { RunFolder } from './run-folder.ts';
import type { RunStart } from './run-record.ts';
import { readJsonLines } from './json-lines.ts';
import { concludeRun, type Outcome, sealRun } from './outcome.ts';
import { hostname } from 'node:os';
import { UsageError } from '../client/usage-error.ts';

/** The process that conducts a run, as run.json names it. */
interface ConductingProcess {
  readonly pid: number;
  readonly host: string;
}

/** Whether that process is still there, as far as this machine can know; its number may be another's by now. */
const isAlive = ({ pid, host }: ConductingProcess): boolean => {
  // In a container whoever asks often has the number of whoever was killed.
  if (host !== hostname() || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/**
 * Concludes a run that was killed from what it left in its folder. Throws UsageError where it still goes on, and where its
 * files were changed.
 */
export const fromWhatIsLeft = <Result>(
  { path }: RunFolder,
  { process: conducting }: { readonly process: ConductingProcess },
  conclude: () => Result,
): Result => {
  if (isAlive(conducting))
    throw new UsageError(
      `${path} is of a run that is still running (process ${conducting.pid}); wait for its end, or stop it`,
    );
  try {
    return conclude();
  } catch (error) {
    if (!(error instanceof Error) || 'code' in error) throw error;
    throw new UsageError(`${path} cannot be read: ${error.message}`, { cause: error });
  }
};

/** `killed after 1,234 exchanges`. */
const whatHappened = ({ exchanges }: RunFolder): string => {
  const count = readJsonLines(exchanges).items.length;
  return `killed after ${count.toLocaleString('en')} ${count === 1 ? 'exchange' : 'exchanges'}`;
};

/**
 * Concludes a run that was killed from what it left, in its folder. Throws UsageError where it still goes on, and where its
 * files were changed.
 */
export const concludeKilledRun = (folder: RunFolder, start: RunStart): Outcome =>
  fromWhatIsLeft(folder, start, () => {
    const stopped = whatHappened(folder);
    const outcome = concludeRun(folder, start, {
      state: 'partial',
      stopped,
      isHarnessAtFault: false,
      mayBeTorn: true,
    });
    return sealRun(folder, outcome);
  });
