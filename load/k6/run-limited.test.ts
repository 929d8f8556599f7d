import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

test('resolves to the exit code, and passes on the output', async () => {
  const lines: string[] = [];
  const end = await node("console.log('one\\ntwo'); process.exit(7)", 10, (line) =>
    lines.push(line),
  );
  expect(end).toEqual({ code: 7, signal: null, overdue: false, aborted: false });
  expect(lines).toEqual(['one', 'two']);
});

test('kills the program with all its children at the time limit', async () => {
  let grandchild = 0;
  const script = `const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    console.log(child.pid); setInterval(() => {}, 1000);`;
  const end = await node(script, 1, (line) => (grandchild = Number(line)));
  expect(end).toMatchObject({ code: null, signal: 'SIGKILL', overdue: true });
  expect(grandchild).toBeGreaterThan(0);
  await expect.poll(() => isRunning(grandchild)).toBe(false);
});

/** An ended process may remain as a zombie until it is reaped; it does nothing any more. */
const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

test('the program inherits no environment variable', async () => {
  const lines: string[] = [];
  await node(
    "console.log(Object.keys(process.env).filter((name) => name === 'PATH').length)",
    10,
    (line) => lines.push(line),
  );
  expect(lines).toEqual(['0']);
});

test('a missing program is an error', async () => {
  const run = runLimited({ program: '/no/such/program', args: [], seconds: 1, environment: {} });
  await expect(run).rejects.toThrow(/ENOENT/);
});

test('a listener that throws ends the program', async () => {
  const run = node("setInterval(() => console.log('line'), 10)", 10, () => {
    throw new Error('no space left');
  });
  await expect(run).rejects.toThrow('no space left');
});

test('with grace it is interrupted, and killed only if it does not stop', async () => {
  const stop = async (script: string, grace: number) => {
    const abort = new AbortController();
    return runLimited({
      program: process.execPath,
      args: ['-e', script],
      seconds: 10,
      environment: {},
      signal: abort.signal,
      grace,
      onOutput: () => abort.abort('stopped by a test'),
    });
  };
  const polite =
    "process.on('SIGINT', () => process.exit(7)); console.log(1); setInterval(() => {}, 1000)";
  const deaf = "process.on('SIGINT', () => {}); console.log(1); setInterval(() => {}, 1000)";

  expect(await stop(polite, 5)).toMatchObject({ code: 7, aborted: true });
  expect(await stop(deaf, 0.3)).toMatchObject({ signal: 'SIGKILL', aborted: true });
});

test('if this process is killed, neither the program, nor its children, nor its folder remains', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'assay-scratch-'));
  writeFileSync(join(scratch, 'secrets'), 'canary');
  const program =
    "const { spawn } = require('node:child_process'); console.log(process.pid, spawn('sleep', ['60']).pid); setInterval(() => {}, 1000)";
  const parent = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { runLimited } from ${JSON.stringify(new URL('run-limited.ts', import.meta.url).href)};
      await runLimited(${JSON.stringify({ program: process.execPath, args: ['-e', program], seconds: 60, environment: { PATH: '/usr/bin:/bin' }, scratch }).slice(0, -1)}, onOutput: console.log });`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [chunk] = (await once(parent.stdout, 'data')) as [Buffer];
  const pids = chunk.toString().trim().split(' ').map(Number);
  expect(pids.map(isRunning)).toEqual([true, true]);

  parent.kill('SIGKILL');

  await expect.poll(() => pids.map(isRunning), { timeout: 5000 }).toEqual([false, false]);
  await expect.poll(() => existsSync(scratch)).toBe(false);
});
