import { expect, test } from 'vitest';
import { conductsSuites } from './commands.ts';

test.for([
  ['a gate', ['gate'], true],
  ['certify with options', ['certify', '--line', 'gap', '--report'], true],
  ['a gate that is asked for its help', ['gate', '--line', 'gap', '--help'], false],
  ['a gate that only lists', ['gate', '--list'], false],
  ['another command', ['explain', 'gate'], false],
  ['help', ['help', 'gate'], false],
  ['nothing', [], false],
] as const)('the thread of the suites is started at once for what needs it: %s', ([, args, is]) => {
  expect(conductsSuites(args)).toBe(is);
});
