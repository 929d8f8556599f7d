import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { waitForEnd, installed, project, run } from './testing/tiny-project.ts';

test('the exit code is passed on', async () => {
  expect((await run(await installed(), 'exit.ts', '7')).code).toBe(7);
});

test('a program killed by signal n exits with 128 + n', async () => {
  expect((await run(await installed(), 'kill.ts', 'SIGKILL')).code).toBe(137);
});

test('a signal is forwarded to the program', async () => {
  const root = await installed();
  const child = spawn(process.execPath, ['bin/run.mjs', 'wait.ts'], { cwd: root });
  child.stdout.once('data', () => child.kill('SIGTERM'));

  expect(await waitForEnd(child)).toEqual({ code: 5, stdout: 'up\n', stderr: '' });
});

test('on Windows, where the console sends it to the program as well, no signal is forwarded', async () => {
  const root = await installed();
  writeFileSync(
    join(root, 'late.ts'),
    `process.on('SIGTERM', () => process.exit(5));
     console.log('up');
     setTimeout(() => process.exit(7), 1500);`,
  );
  const windows = `Object.defineProperty(process,'platform',{value:'win32'})`;
  const child = spawn(process.execPath, ['bin/run.mjs', 'late.ts'], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${windows}` },
  });
  child.stdout.once('data', () => child.kill('SIGTERM'));

  expect(await waitForEnd(child)).toMatchObject({ code: 7, stdout: 'up\n' });
});

test('a program receives the signal when its launcher is killed', async () => {
  const root = await installed();
  writeFileSync(
    join(root, 'orphan.ts'),
    `console.log('up', process.pid);
     process.once('disconnect', () => { console.log('alone'); process.exit(); });
     setInterval(() => {}, 1000);`,
  );
  const child = spawn(process.execPath, ['bin/run.mjs', 'orphan.ts'], { cwd: root });
  child.stdout.once('data', () => child.kill('SIGKILL'));

  expect((await waitForEnd(child)).stdout).toMatch(/^up \d+\nalone\n$/);
});

test('a program is stopped when the npm that started it is stopped', async () => {
  const root = await installed();
  writeFileSync(
    join(root, 'cli', 'main.ts'),
    `process.on('SIGTERM', () => { console.log('stopped'); process.exit(); });
     console.log('up');
     setInterval(() => {}, 1000);`,
  );
  const child = spawn('npm', ['start', '--silent'], { cwd: root });
  child.stdout.once('data', () => child.kill('SIGTERM'));

  expect((await waitForEnd(child)).stdout).toBe('up\nstopped\n');
});

test('child processes find the programs of node_modules first', async () => {
  const root = await installed();

  const path = (await run(root, 'path.ts')).stdout.split(':');

  expect(path.slice(0, 2)).toContain(join(root, 'node_modules', '.bin'));
});

test('the message names a missing file', async () => {
  const root = project();

  expect(await run(root, 'none.ts')).toEqual({
    code: 2,
    stdout: '',
    stderr: `assay: there is no file ${join(root, 'none.ts')}.\n`,
  });
});

test('npm start keeps the working directory of the caller', async () => {
  const root = await installed();
  const deep = join(root, 'deep');

  const end = await waitForEnd(spawn('npm', ['start', '--silent', '--', '--x'], { cwd: deep }));

  expect(end.stdout).toBe(`${deep} --x\n`);
});

test('without a suitable Node the message names the version to install', async () => {
  const { platformNodes } = (await import(new URL('platform-node.mjs', import.meta.url).href)) as {
    readonly platformNodes: (root: string, current: object) => readonly string[];
  };
  const old = { platform: 'sunos', arch: 'x64', versions: { node: '20.1.0' }, execPath: '/node' };

  expect(() => platformNodes('/project', old)).toThrow(
    /^Node\.js 24 or newer is needed, this is 20\.1\.0, .* sunos-x64 .* install Node\.js 24/,
  );
});
