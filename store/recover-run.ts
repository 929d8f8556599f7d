import type { RunFolder } from './run-folder.ts';
import type { RunStart } from './run-record.ts';
import { readJsonLines } from './json-lines.ts';
import { concludeRun, type Outcome, sealRun } from './outcome.ts';
import { type ConductingProcess, isConducting } from './conducting-process.ts';
import { UsageError } from '../client/usage-error.ts';

/**
 * Runs `conclude` on what a killed run left in its folder. Throws UsageError if it is still running, or its files were changed.
 */
export const recoverRun = <Result>(
  { path }: RunFolder,
  { process: conducting }: { readonly process: ConductingProcess },
  conclude: () => Result,
): Result => {
  if (isConducting(conducting))
    throw new UsageError(
      `${path} belongs to a run that is still running (process ${conducting.pid}); wait for its end, or stop it`,
    );
  try {
    return conclude();
  } catch (error) {
    if (!(error instanceof Error) || 'code' in error) throw error;
    throw new UsageError(`${path} cannot be read: ${error.message}`, { cause: error });
  }
};

/** `killed after 1,234 exchanges`. */
const killedText = ({ exchanges }: RunFolder): string => {
  const count = readJsonLines(exchanges).items.length;
  return `killed after ${count.toLocaleString('en')} ${count === 1 ? 'exchange' : 'exchanges'}`;
};

/** Concludes a killed run from the files in its folder. Throws UsageError if it is still running, or its files were changed. */
export const concludeKilledRun = (folder: RunFolder, start: RunStart): Outcome =>
  recoverRun(folder, start, () => {
    const stopped = killedText(folder);
    const outcome = concludeRun(folder, start, {
      state: 'partial',
      stopped,
      isHarnessAtFault: false,
      mayBeTorn: true,
    });
    return sealRun(folder, outcome);
  });
