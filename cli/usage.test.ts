import { expect, test } from 'vitest';
import { callCli } from './testing/call-cli.ts';

// What a wrong command line prints stands in the table of cli/endings.

test('--help shows the commands with examples, --version the version', async () => {
  const help = await callCli(['--help']);
  expect(help.stdout).toMatch(
    /certify.*gate.*replay.*list.*explain.*report.*serve.*Examples:.*Exit codes:/s,
  );
  expect(help.code).toBe(0);
  const version = await callCli(['--version']);
  expect(version.stdout.trim()).toMatch(/^\d+\.\d+\.\d+$/);
});
