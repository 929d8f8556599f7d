import { expect, test } from 'vitest';
import { COMPLETE } from './command-context.ts';
import { COMMANDS, runsSuites } from './commands.ts';
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

test('--help lists the commands by what they are for, --version prints the version', async () => {
  const help = await callCli(['--help']);
  expect(help.stdout).toMatch(
    /Judge it:.*gate.*certify.*Look at a run:.*report.*Assay itself:.*serve.*help.*Begin with:.*Exit codes:/s,
  );
  expect(help.stdout).not.toMatch(/^Commands:/m);
  expect(help.code).toBe(0);
  const version = await callCli(['--version']);
  expect(version.stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
});

const NAMES = Object.keys(COMMANDS).filter((name) => name !== COMPLETE);

test.each(NAMES)('%s --help ends with examples, whose options exist', async (name) => {
  const { stdout } = await callCli([name, '--help']);
  const [usage = '', examples = ''] = stdout.split(/^Examples?:$/m);
  const calls = examples.split('\n').filter((line) => /^ {2}\S/.test(line));

  expect(calls.length).toBeGreaterThan(0);
  for (const call of calls) {
    expect(call).toMatch(new RegExp(`^  assay ${name}(?= |$)`));
    for (const [option] of call.matchAll(/--[\w-]+/g)) expect(usage).toContain(`${option} `);
  }
});
