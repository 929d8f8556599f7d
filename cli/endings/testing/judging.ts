import type { ExitCode } from '../../../oracles/exit-code.ts';
import type { Line } from '../../../spec/line.ts';
import type { Ending } from './ending.ts';
import type { WRONGLY_DESCRIBED } from './wrongly-described.ts';

/** What is judged of a service, and what the end of the run has to say. */
export type Row = readonly [
  what: string,
  server: keyof typeof WRONGLY_DESCRIBED,
  line: Line,
  requirement: string,
  code: ExitCode,
  says: RegExp,
];

const NARROW = ['--target', '{target}', '--runs', '1', '--seed', '1'];
/** Words of the files, which a person must not need. */
const JARGON = /blocked-by|twin-refused|not-found-by-target|unstated-rule/;

/** A row of the table, judged as narrowly as shows it. */
export const judging = ([what, server, line, requirement, code, says]: Row): Ending => ({
  what,
  args: ['gate', '--line', line, '--requirement', requirement, ...NARROW],
  server,
  code,
  // The lines of a paragraph end where they are full.
  says: new RegExp(says.source.replaceAll(' ', String.raw`\s+`)),
  never: JARGON,
});
