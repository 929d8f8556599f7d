import { readEnvironment } from '../../client/target.ts';
import { createRunLine } from '../../reports/console/progress.ts';
import { printable } from '../../store/printable.ts';
import { wantsColour } from '../../reports/console/paint.ts';
import { githubAnnotations } from '../../reports/github-annotations.ts';
import { print } from './print.ts';
import { printOutcome } from './print-outcome.ts';
import type { RunListener } from '../../runner/run-listener.ts';

/** A line for every test that has ended, instead of one that is written over. */
const everyTest: RunListener['progress'] = {
  update: (done, total, label) =>
    print(printable(`${String(done).padStart(String(total).length)} of ${total} ${label}`)),
  pulse: () => undefined,
  note: print,
  stop: () => undefined,
};

/** Tells of a run on the console, and on GitHub Actions in its annotations. */
export const consoleListener = (verbose = false): RunListener => ({
  begun: () => undefined,
  line: print,
  progress: verbose ? everyTest : createRunLine(process.stderr),
  ended: (outcome, context) => {
    const { review, replay } = context;
    if (readEnvironment()['GITHUB_ACTIONS'] === 'true')
      for (const line of githubAnnotations(outcome.verdicts, replay, review.causes)) print(line);
    printOutcome(outcome, context, print, { colour: wantsColour(process.stdout), verbose });
  },
  trouble: (sentence) => {
    process.stderr.write(`assay: ${sentence}\n`);
  },
});
