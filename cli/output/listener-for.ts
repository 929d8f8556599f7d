import { consoleListener } from './console-listener.ts';
import { jsonListener } from './json-listener.ts';
import type { RunOptions } from '../../runner/run-options.ts';
import { print } from './print.ts';
import { quietListener } from './quiet-listener.ts';
import { wantsColour } from '../../reports/console/paint.ts';
import type { RunListener } from '../../runner/run-listener.ts';
import { withStepSummary } from './step-summary-file.ts';

type Printing = Pick<RunOptions, 'json' | 'quiet' | 'verbose'>;

const printing = ({ json, quiet, verbose }: Printing): RunListener => {
  if (json) return jsonListener(print);
  return quiet ? quietListener(print, wantsColour(process.stdout)) : consoleListener(verbose);
};

/** The listener of a run: the console, JSON Lines or the last line only; and CI. */
export const listenerFor = (options: Printing): RunListener => withStepSummary(printing(options));
