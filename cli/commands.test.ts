import { expect, test } from 'vitest';
import { runsSuites } from './commands.ts';
import { callCli } from './testing/call-cli.ts';

test.for([
  ['a gate', ['gate'], true],
  ['certify with options', ['certify', '--line', 'gap', '--report'], true],
  ['a gate that is asked for its help', ['gate', '--line', 'gap', '--help'], false],
  ['a gate that only lists', ['gate', '--list'], false],
  ['another command', ['explain', 'gate'], false],
  ['help', ['help', 'gate'], false],
  ['nothing', [], false],
] as const)('the suites thread is preloaded for commands that need it: %s', ([, args, is]) => {
  expect(runsSuites(args)).toBe(is);
});

// Error messages for wrong command lines are tested by the table of cli/endings.

test('--help lists the commands with examples, --version prints the version', async () => {
  const help = await callCli(['--help']);
  expect(help.stdout).toMatch(
    /certify.*gate.*replay.*list.*explain.*report.*serve.*Examples:.*Exit codes:/s,
  );
  expect(help.code).toBe(0);
  const version = await callCli(['--version']);
  expect(version.stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
});
