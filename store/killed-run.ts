import type { RunFolder } from './run-folder.ts';
import type { RunStart } from './run-record.ts';
import { readJsonLines } from './json-lines.ts';
import { fromWhatIsLeft } from './from-what-is-left.ts';
import { concludeRun, type Outcome, sealRun } from './outcome.ts';

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
