import { UsageError } from '../client/usage-error.ts';
import type { RunFolder } from '../reports/run-folder.ts';
import type { RunStart } from '../reports/run-record.ts';
import { readJsonLines } from '../reports/json-lines.ts';
import { concludeRun, type Outcome, sealRun } from './outcome.ts';
import { isAlive } from './process-alive.ts';

/** `killed after 1,234 exchanges`. */
const whatHappened = ({ exchanges }: RunFolder): string => {
  const count = readJsonLines(exchanges).items.length;
  return `killed after ${count.toLocaleString('en')} ${count === 1 ? 'exchange' : 'exchanges'}`;
};

/**
 * Concludes a run that was killed from what it left, in its folder. Throws UsageError where it still goes on, and where its
 * files were changed.
 */
export const concludeKilledRun = (folder: RunFolder, start: RunStart): Outcome => {
  if (isAlive(start.process)) {
    throw new UsageError(
      `${folder.path} is of a run that goes on (process ${start.process.pid}); wait for its end, or stop it`,
    );
  }
  try {
    const stopped = whatHappened(folder);
    const outcome = concludeRun(folder, start, {
      state: 'partial',
      stopped,
      isHarnessAtFault: false,
      mayBeTorn: true,
    });
    return sealRun(folder, outcome);
  } catch (error) {
    if (!(error instanceof Error) || 'code' in error) throw error;
    throw new UsageError(`${folder.path} cannot be read: ${error.message}`, { cause: error });
  }
};
