import { UsageError } from '../client/usage-error.ts';
import type { RunRecord } from './run-record.ts';
import { replayedRunAt } from './replay-source.ts';

/** The record of an ended run. Throws UsageError for any other. */
export const finishedRunAt = (path: string, version: string): RunRecord => {
  const { start } = replayedRunAt(path, version);
  if (start.state !== 'running') return start;
  throw new UsageError(
    `${path} is of a run that was killed or is still running; \`assay report ${path}\` judges what it left`,
  );
};
