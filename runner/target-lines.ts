import { loadTarget } from '../client/target/load-target.ts';
import { type Line, LINES } from '../spec/line.ts';
import type { EmbeddedChoice } from './embedded-choice.ts';
import type { RunOptions, ServiceOptions } from './run-options.ts';
import { ownTarget } from './target-source.ts';

type Chosen = ServiceOptions &
  Partial<EmbeddedChoice> &
  Pick<RunOptions, 'line' | 'document' | 'embedded'>;

/** Lines to judge: those of the caller, or by default those of the target. Throws UsageError and TargetError. */
export const chosenLines = async (options: Chosen): Promise<readonly Line[]> => {
  // The default itself, not a choice of all lines.
  if (options.line !== LINES) return options.line;
  const own = await ownTarget({ fault: [], ...options });
  if (own === undefined) return LINES;
  const { lines } = await loadTarget(own);
  return LINES.filter((line) => lines.includes(line));
};
