import { expect, test } from 'vitest';
import { measuredProgram } from './measured-program.ts';

const run = (program: string, seconds = 30, codes: readonly number[] = [0]) =>
  measuredProgram({ args: ['--eval', program], seconds, codes, environment: {} });

test('measures a program, with its output', async ({ skip }) => {
  const program =
    'while (process.cpuUsage().user < 400_000); console.log("a\\nb"); setTimeout(() => {}, 200)';
  const taken = await run(program);

  expect(taken).toMatchObject({ code: 0, output: ['a', 'b'] });
  expect(taken.wall).toBeGreaterThan(0.6);
  if (process.platform !== 'linux') skip('CPU times come from /proc, which only Linux has');
  expect(taken.cpu).toBeGreaterThan(0.1);
  expect(taken.memory).toBeGreaterThan(2 ** 20);
});

test('an accepted exit code is no error', async () => {
  expect((await run('process.exit(1)', 30, [0, 1])).code).toBe(1);
});

test('reports a program with an unexpected end, or without an end, with its last output', async () => {
  await expect(run('console.error("no disk"); process.exit(3)')).rejects.toThrow(
    /expected exit code 0, got 3:\nno disk/,
  );
  await expect(run('setInterval(() => {}, 1000)', 1)).rejects.toThrow(/did not end within 1 s/);
});
