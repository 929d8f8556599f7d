import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const BIN = join(import.meta.dirname, '..');

/** package.json of the project with these dependencies. */
export const packageOf = (dependencies: Readonly<Record<string, string>>) => ({
  name: 'tiny',
  version: '1.0.0',
  type: 'module',
  scripts: { start: 'node bin/assay.mjs' },
  dependencies,
});

/** Creates a project with one local dependency, so that `npm ci` needs no network; removed after the test. */
export const project = (): string => {
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

/** Exit code and output of a process. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Waits for a process to end. */
export const waitForEnd = async (child: ChildProcess): Promise<Ended> => {
  const text = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (text.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (text.stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, ...text };
};

/**
 * Runs a file of the project as an npm script would, of this or another project; without a script, as a direct call
 * of Node.
 */
export const runAs = (
  { script, project }: { readonly script?: string; readonly project?: string },
  root: string,
  ...words: readonly string[]
): Promise<Ended> => {
  const env = {
    ...process.env,
    npm_lifecycle_event: script,
    npm_package_json: join(project ?? root, 'package.json'),
  };
  return waitForEnd(spawn(process.execPath, ['bin/run.mjs', ...words], { cwd: root, env }));
};

/** Runs a file of the project as `npm start` does. */
export const run = (root: string, file: string, ...args: readonly string[]): Promise<Ended> =>
  runAs({ script: 'start' }, root, file, ...args);

/** A project with its dependencies installed. */
export const installed = async (): Promise<string> => {
  const root = project();
  await run(root, 'exit.ts', '0');
  return root;
};
