import { EventEmitter } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { UsageError } from '../../client/usage-error.ts';
import { buildProgram } from '../assay.ts';
import { isRepeatable } from './reject-repeated-options.ts';
import { callCli } from '../testing/call-cli.ts';

const context = {
  version: '0',
  conclude: () => undefined,
  takeStop: () => new AbortController().signal,
  isLast: true,
};

const { commands } = await buildProgram(context);
const valued = commands.flatMap((command) =>
  command.options
    .filter(({ required, optional }) => required || optional)
    .map((option) => ({ command, option, what: `${command.name()} ${option.long}` })),
);

test('only lines, faults, conditions and patterns accumulate', () => {
  const repeated = valued
    .filter(({ option }) => isRepeatable(option))
    .map(({ option }) => option.long);

  expect(new Set(repeated)).toEqual(
    new Set([
      '--k6-out',
      '--line',
      '--fault',
      '--condition',
      '--requirement',
      '--operation',
      '--dialect',
      '--file',
      '--tag',
    ]),
  );
  const dialects = valued.filter(
    ({ option }) => option.long === '--dialect' && isRepeatable(option),
  );
  expect(dialects.map(({ command }) => command.name())).toEqual(['exam']);
});

test.each(valued.filter(({ option }) => !isRepeatable(option)))(
  '$what is refused when repeated, and the message has both values',
  async ({ command, option }) => {
    const program = await buildProgram(context, [command.name()]);
    const [fresh] = program.commands;
    // Commander calls the parser for each value; its own errors do not matter here.
    const again = fresh?.options.find(({ long }) => long === option.long);
    again?.argParser((value: string) => value);
    const emitter: unknown = fresh;
    const give = (value: string) =>
      emitter instanceof EventEmitter && emitter.emit(`option:${option.name()}`, value);

    give('one');

    expect(() => give('two')).toThrow(
      new UsageError(
        `${option.long} takes one value, but was given twice: "one" and "two"; remove one of them`,
      ),
    );
  },
);

test.each([
  [['gate', '--seed', '1', '--seed', '1'], /^assay: --seed takes one value.*"1" and "1"/],
  [['gate', '--seed=1', '--runs', '1', '--seed=2'], /--seed.*"1" and "2"; remove one of them/],
  [
    ['history', 'move', '--from', 'http://u:canary@a', '--from', 'http://b'],
    /--from takes one value, but was given twice: "http:\/\/…@a" and "http:\/\/b"/,
  ],
])('%j exits with 2 before anything is done', async (args, says) => {
  const cwd = mkdtempSync(join(tmpdir(), 'assay-once-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));

  const { code, stdout, stderr } = await callCli(args, { cwd });

  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(says);
  expect(stderr).not.toContain('canary');
  expect(readdirSync(cwd)).toEqual([]);
});

test('accumulating options can be repeated', async () => {
  const args = ['list', '--line', 'gap', '--line', 'travel', '--requirement', 'GAP-*'];

  const { code } = await callCli([...args, '--requirement', 'TRAVEL-*', '--summary']);
  const listed = await callCli([...args, '--requirement', 'ID-*']);

  expect(code).toBe(2);
  expect(listed.code).toBe(0);
});
