import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const BIN = import.meta.dirname;

const packageOf = (dependencies: Readonly<Record<string, string>>) => ({
  name: 'tiny',
  version: '1.0.0',
  type: 'module',
  scripts: { start: 'node bin/assay.mjs' },
  dependencies,
});

/** A real project with one local dependency, so that npm ci needs no network. */
const project = (): string => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'assay-launch-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, content: unknown): void =>
    writeFileSync(
      join(root, path),
      typeof content === 'string' ? content : JSON.stringify(content),
    );
  cpSync(BIN, join(root, 'bin'), { recursive: true });
  for (const folder of ['near', 'cli', 'deep']) mkdirSync(join(root, folder));
  write('near/package.json', { name: 'near', version: '1.0.0', type: 'module' });
  write('package.json', packageOf({ near: 'file:near' }));
  write('package-lock.json', {
    name: 'tiny',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': packageOf({ near: 'file:near' }),
      near: { version: '1.0.0' },
      'node_modules/near': { resolved: 'near', link: true },
    },
  });
  write('cli/main.ts', 'console.log(process.cwd(), process.argv.slice(2).join(" ") as string);');
  write('exit.ts', 'process.exit(Number(process.argv[2]));');
  write('kill.ts', 'process.kill(process.pid, process.argv[2] as NodeJS.Signals);');
  write(
    'wait.ts',
    'process.on("SIGTERM", () => process.exit(5)); console.log("up"); setInterval(() => {}, 1000);',
  );
  write('path.ts', 'console.log(process.env["PATH"]);');
  return root;
};

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const ended = async (child: ChildProcess): Promise<Ended> => {
  const text = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (text.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (text.stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, ...text };
};

const run = (root: string, file: string, ...args: readonly string[]): Promise<Ended> =>
  ended(spawn(process.execPath, ['bin/run.mjs', file, ...args], { cwd: root }));

const installed = async (): Promise<string> => {
  const root = project();
  await run(root, 'exit.ts', '0');
  return root;
};

test('the first run installs the dependencies and says so, the second is silent', async () => {
  const root = project();

  const first = await run(root, 'cli/main.ts', 'a', 'b');
  const second = await run(root, 'cli/main.ts', 'a', 'b');

  expect(first).toEqual({
    code: 0,
    stdout: `${root} a b\n`,
    stderr: 'assay: installing the dependencies (npm ci), once ...\n',
  });
  expect(existsSync(join(root, 'node_modules', 'near', 'package.json'))).toBe(true);
  expect(second).toEqual({ code: 0, stdout: `${root} a b\n`, stderr: '' });
});

test('a lock file newer than node_modules asks for an installation, once', async () => {
  const root = await installed();
  const soon = Date.now() / 1000 + 3600;
  utimesSync(join(root, 'package-lock.json'), soon, soon);

  const again = await run(root, 'exit.ts', '0');
  const after = await run(root, 'exit.ts', '0');

  expect(again.stderr).toContain('installing the dependencies');
  expect(after.stderr).toBe('');
});

test('of two processes that start at once one installs', async () => {
  const root = project();

  const both = await Promise.all([run(root, 'exit.ts', '0'), run(root, 'exit.ts', '0')]);

  expect(both.map((end) => end.code)).toEqual([0, 0]);
  expect(
    both
      .map((end) => end.stderr)
      .join('')
      .match(/installing/g),
  ).toHaveLength(1);
});

test('a failed installation shows the log, says what to do and ends with 2', async () => {
  const root = project();
  writeFileSync(join(root, 'package.json'), JSON.stringify(packageOf({ far: 'file:far' })));

  const end = await run(root, 'exit.ts', '0');

  expect(end.code).toBe(2);
  expect(end.stderr).toMatch(/Missing: far/);
  expect(end.stderr).toContain('npm ci failed with exit code 1');
  expect(end.stderr).toContain(`run npm ci in ${root} yourself`);
});

test('node_modules that is a link to another checkout is left as it is', async () => {
  const other = await installed();
  const root = project();
  symlinkSync(join(other, 'node_modules'), join(root, 'node_modules'));
  const soon = Date.now() / 1000 + 3600;
  utimesSync(join(root, 'package-lock.json'), soon, soon);

  const end = await run(root, 'exit.ts', '0');

  expect(end.code).toBe(2);
  expect(end.stderr).toContain('the folder is a link');
  expect(existsSync(join(other, 'node_modules', 'near', 'package.json'))).toBe(true);
});

test('the exit code is passed on', async () => {
  expect((await run(await installed(), 'exit.ts', '7')).code).toBe(7);
});

test('a program killed by signal n ends with 128 + n', async () => {
  expect((await run(await installed(), 'kill.ts', 'SIGKILL')).code).toBe(137);
});

test('a signal is forwarded to the program', async () => {
  const root = await installed();
  const child = spawn(process.execPath, ['bin/run.mjs', 'wait.ts'], { cwd: root });
  child.stdout.once('data', () => child.kill('SIGTERM'));

  expect(await ended(child)).toEqual({ code: 5, stdout: 'up\n', stderr: '' });
});

test('a program is told when its launcher is killed', async () => {
  const root = await installed();
  writeFileSync(
    join(root, 'orphan.ts'),
    `console.log('up', process.pid);
     process.once('disconnect', () => { console.log('alone'); process.exit(); });
     setInterval(() => {}, 1000);`,
  );
  const child = spawn(process.execPath, ['bin/run.mjs', 'orphan.ts'], { cwd: root });
  child.stdout.once('data', () => child.kill('SIGKILL'));

  expect((await ended(child)).stdout).toMatch(/^up \d+\nalone\n$/);
});

test('a program is stopped when the npm that started it is', async () => {
  const root = await installed();
  writeFileSync(
    join(root, 'cli', 'main.ts'),
    `process.on('SIGTERM', () => { console.log('stopped'); process.exit(); });
     console.log('up');
     setInterval(() => {}, 1000);`,
  );
  const child = spawn('npm', ['start', '--silent'], { cwd: root });
  child.stdout.once('data', () => child.kill('SIGTERM'));

  expect((await ended(child)).stdout).toBe('up\nstopped\n');
});

test('programs of node_modules come first for the children', async () => {
  const root = await installed();

  const path = (await run(root, 'path.ts')).stdout.split(':');

  expect(path.slice(0, 2)).toContain(join(root, 'node_modules', '.bin'));
});

test('a missing file is named', async () => {
  const root = project();

  expect(await run(root, 'none.ts')).toEqual({
    code: 2,
    stdout: '',
    stderr: `assay: there is no file ${join(root, 'none.ts')}.\n`,
  });
});

test('npm start keeps the folder of the caller', async () => {
  const root = await installed();
  const deep = join(root, 'deep');

  const end = await ended(spawn('npm', ['start', '--silent', '--', '--x'], { cwd: deep }));

  expect(end.stdout).toBe(`${deep} --x\n`);
});

test('without a suitable Node the message says what to install', async () => {
  const { platformNodes } = (await import(join(BIN, 'platform-node.mjs'))) as {
    readonly platformNodes: (root: string, current: object) => readonly string[];
  };
  const old = { platform: 'sunos', arch: 'x64', versions: { node: '20.1.0' }, execPath: '/node' };

  expect(() => platformNodes('/project', old)).toThrow(
    /^Node\.js 24 or newer is needed, this is 20\.1\.0, .* sunos-x64 .* install Node\.js 24/,
  );
});
