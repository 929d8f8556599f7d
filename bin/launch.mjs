import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bootstrap } from './bootstrap.mjs';
import { LaunchError } from './launch-error.mjs';
import { platformNodes } from './platform-node.mjs';
import { watchNpm } from './watch-npm.mjs';

/** The project's folder. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const KEEP_COMPILED = new URL('keep-compiled.mjs', import.meta.url).href;

/** True of the scripts of this project that install what is missing; all else only says so. */
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
 * Runs one Node with the file; resolves to its exit code and signal, or to the error that kept it from starting. The channel
 * tells the program when this process is gone, however it went.
 */
const runWith = (node, file, args, cwd) =>
  new Promise((resolve) => {
    const child = spawn(node, ['--import', KEEP_COMPILED, file, ...args], {
      cwd,
      env: environment(node),
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    // On Ctrl-C the terminal has sent SIGINT to the child as well, which takes two at once for one.
    const forward = (signal) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
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

/** 128 + n for signal n, as shells have it. */
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
 * Runs a TypeScript file of the project with Node 24, if its packages are there, and ends this process with its exit code; 2 when
 * it could not be started. `codeOf` gives the exit code for the signal that killed it, or that stopped the bootstrap.
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
