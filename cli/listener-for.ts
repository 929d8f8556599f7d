import { consoleListener } from './console-listener.ts';
import { jsonListener } from './json-listener.ts';
import type { RunOptions } from './options.ts';
import { print } from './print.ts';
import { quietListener } from './quiet-listener.ts';
import { wantsColour } from '../reports/console/paint.ts';
import type { RunListener } from './run-listener.ts';

/** Who is told of a run: the console, a program that reads JSON Lines, or somebody who wants to know the end alone. */
export const listenerFor = ({
  json,
  quiet,
  verbose,
}: Pick<RunOptions, 'json' | 'quiet' | 'verbose'>): RunListener => {
  if (json) return jsonListener(print);
  return quiet ? quietListener(print, wantsColour(process.stdout)) : consoleListener(verbose);
};
