import { appendFileSync } from 'node:fs';
import { readEnvironment } from '../../client/target.ts';
import { stepSummary } from '../../reports/step-summary.ts';
import type { RunListener } from '../../runner/run-listener.ts';

/**
 * Also writes the run as Markdown into the job summary of GitHub Actions (GITHUB_STEP_SUMMARY). If it cannot write the file, it
 * says so; the verdict stands.
 */
export const withStepSummary = (listener: RunListener): RunListener => {
  const file = readEnvironment()['GITHUB_STEP_SUMMARY'];
  if (file === undefined || file === '') return listener;
  return {
    ...listener,
    ended: (outcome, context) => {
      listener.ended(outcome, context);
      const causes = context.review.causes.map(({ sentence }) => sentence);
      try {
        appendFileSync(
          file,
          stepSummary({ ...outcome, causes, replay: context.replay, since: context.since }),
        );
      } catch (error) {
        listener.trouble(`the summary cannot be written (GITHUB_STEP_SUMMARY): ${String(error)}`);
      }
    },
  };
};
