import { readEnvironment } from '../client/target.ts';
import { createProgress } from '../reports/console/progress.ts';
import { githubAnnotations } from '../reports/github-annotations.ts';
import { print } from './print.ts';
import { printOutcome } from './print-outcome.ts';
import type { RunListener } from './run-listener.ts';

/** Tells of a run on the console, and on GitHub Actions in its annotations. */
export const consoleListener = (): RunListener => ({
  begun: () => undefined,
  line: print,
  progress: createProgress(process.stderr),
  ended: (outcome, context) => {
    const { review, replay } = context;
    if (readEnvironment()['GITHUB_ACTIONS'] === 'true')
      for (const line of githubAnnotations(outcome.verdicts, replay, review.causes)) print(line);
    const colour = process.stdout.isTTY && process.stdout.hasColors();
    printOutcome(outcome, context, print, colour);
  },
  trouble: (sentence) => {
    process.stderr.write(`assay: ${sentence}\n`);
  },
});
