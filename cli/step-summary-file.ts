import { appendFileSync } from 'node:fs';
import { readEnvironment } from '../client/target.ts';
import { stepSummary } from '../reports/step-summary.ts';
import type { RunListener } from './run-listener.ts';

/**
 * Tells of a run in Markdown, too, in the file that GitHub Actions names for the page of a job (GITHUB_STEP_SUMMARY). A file
 * that cannot be written is told, and changes no verdict.
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
