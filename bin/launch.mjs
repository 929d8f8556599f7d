import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bootstrap } from './bootstrap.mjs';
import { LaunchError } from './launch-error.mjs';
import { platformNodes } from './platform-node.mjs';
import { watchNpm } from './watch-npm.mjs';

/** Root folder of the project. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const KEEP_COMPILED = new URL('keep-compiled.mjs', import.meta.url).href;

/** True for the project's own npm scripts, which may install what is missing; everything else only reports it. */
const mayInstall = () => {
  const { npm_lifecycle_event: script, npm_package_json: project } = process.env;
  return ['start', 'test'].includes(script) && project === join(ROOT, 'package.json');
};

const environment = (node) => {
  const { INIT_CWD: _, ...env } = process.env;
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const first = [dirname(node), join(ROOT, 'node_modules', '.bin')];
  return { ...env, [key]: [...first, env[key] ?? ''].join(delimiter) };
};

/**
 * Runs the file with one Node; resolves to its exit code and signal, or to the error that kept it from starting. The
 * IPC channel lets the program notice if this process dies.
 */
const runWith = (node, file, args, cwd) =>
  new Promise((resolve) => {
    const child = spawn(node, ['--import', KEEP_COMPILED, file, ...args], {
      cwd,
      env: environment(node),
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    // On Ctrl-C the terminal sends SIGINT to the child as well; the child treats two in quick succession as one.
    // Windows sends signals to every process of a console, and `kill` there ends the child before it can write its results.
    const forward = (signal) => process.platform === 'win32' || child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'];
    const unwatch = watchNpm(() => child.kill('SIGTERM'));
    const end = (result) => {
      unwatch();
      for (const signal of signals) process.off(signal, forward);
      resolve(result);
    };
    for (const signal of signals) process.on(signal, forward);
    child.on('error', (error) => end({ error }));
    child.on('exit', (code, signal) => end({ code, signal }));
  });

/** 128 + n for signal n, the shell's convention. */
const shellCode = (signal) => 128 + constants.signals[signal];

const runOnFirst = async (nodes, file, args, cwd, codeOf) => {
  const failures = [];
  for (const node of nodes) {
    const { error, code, signal } = await runWith(node, file, args, cwd);
    if (!error) return code ?? codeOf(signal);
    failures.push(`${node}: ${error.message}`);
  }
  throw new LaunchError(
    `Node.js could not be started. Install Node.js 24 (https://nodejs.org) and repeat the command.\n` +
      failures.join('\n'),
  );
};

/**
 * Runs a TypeScript file of the project with Node 24 and ends this process with its exit code, or with 2 if it could
 * not be started. `codeOf` maps the signal that killed the child or interrupted the bootstrap to an exit code.
 */
export const launch = async (file, args, cwd = process.cwd(), codeOf = shellCode) => {
  try {
    if (!existsSync(file)) throw new LaunchError(`there is no file ${file}.`);
    await bootstrap(ROOT, mayInstall());
    process.exitCode = await runOnFirst(platformNodes(ROOT), file, args, cwd, codeOf);
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    process.stderr.write(`assay: ${error.message}\n`);
    process.exitCode = error.signal ? codeOf(error.signal) : 2;
  }
};
