import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runLimited } from './run-limited.ts';

const node = (
  script: string,
  seconds: number,
  onOutput: (line: string) => void = () => undefined,
) =>
  runLimited({
    program: process.execPath,
    args: ['-e', script],
    seconds,
    environment: {},
    onOutput,
  });

test('it resolves to the exit code, and hands over what was printed', async () => {
  const lines: string[] = [];
  const end = await node("console.log('one\\ntwo'); process.exit(7)", 10, (line) =>
    lines.push(line),
  );
  expect(end).toEqual({ code: 7, signal: null, overdue: false, aborted: false });
  expect(lines).toEqual(['one', 'two']);
});

test('at the limit the program is killed with all that it started', async () => {
  let grandchild = 0;
  const script = `const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    console.log(child.pid); setInterval(() => {}, 1000);`;
  const end = await node(script, 1, (line) => (grandchild = Number(line)));
  expect(end).toMatchObject({ code: null, signal: 'SIGKILL', overdue: true });
  expect(grandchild).toBeGreaterThan(0);
  await expect.poll(() => isRunning(grandchild)).toBe(false);
});

/** What has ended may wait for its end to be noticed (a zombie); it does nothing any more. */
const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

test('it inherits nothing of the environment', async () => {
  const lines: string[] = [];
  await node(
    "console.log(Object.keys(process.env).filter((name) => name === 'PATH').length)",
    10,
    (line) => lines.push(line),
  );
  expect(lines).toEqual(['0']);
});

test('a program that is not there is an error', async () => {
  const run = runLimited({ program: '/no/such/program', args: [], seconds: 1, environment: {} });
  await expect(run).rejects.toThrow(/ENOENT/);
});
