import { spawn } from 'node:child_process';
import { lstatSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { takeInstallLock } from './install-lock.mjs';
import { LaunchError } from './launch-error.mjs';

const modifiedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs;
const lockFile = (root) => join(root, 'package-lock.json');
/** npm writes this file last, so an interrupted installation does not have it. */
const marker = (root) => join(root, 'node_modules', '.package-lock.json');

const packagesIn = (path) => JSON.parse(readFileSync(path, 'utf8')).packages ?? {};

/** True if every installed package has the version of the lock file. Packages of other platforms may be absent. */
const isAsLocked = (root) => {
  try {
    const installed = packagesIn(marker(root));
    return Object.entries(packagesIn(lockFile(root))).every(
      ([path, { version, optional }]) =>
        !path.includes('node_modules/') ||
        (installed[path] ? installed[path].version === version : optional),
    );
  } catch {
    return false;
  }
};

/**
 * True if node_modules is absent, or differs from a newer lock file. The time alone proves nothing: git and Docker
 * touch unchanged files.
 */
const needsInstall = (root) => {
  const installed = modifiedAt(marker(root));
  if (installed === undefined) return true;
  return installed < (modifiedAt(lockFile(root)) ?? 0) && !isAsLocked(root);
};

/** npm must run on the machine's own Node, not on the one inside the node_modules folder that it replaces. */
const outerEnvironment = (root) => {
  const own = join(root, 'node_modules');
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const folders = (process.env[key] ?? '').split(delimiter).filter((dir) => !dir.startsWith(own));
  return { ...process.env, [key]: folders.join(delimiter) };
};

const npmCi = (root) =>
  new Promise((resolve) => {
    // No package needs its scripts; that of lefthook would add hooks to the clone unasked.
    const flags =
      '--include=dev --include=optional --ignore-scripts --no-audit --no-fund --loglevel=error';
    const child = spawn('npm', ['ci', ...flags.split(' ')], {
      cwd: root,
      env: outerEnvironment(root),
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    const log = [];
    const stop = (signal) => child.kill(signal);
    const end = (result) => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve({ ...result, log: Buffer.concat(log).toString() });
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
    child.stdout.on('data', (chunk) => log.push(chunk));
    child.stderr.on('data', (chunk) => log.push(chunk));
    child.on('error', (error) => end({ error }));
    child.on('close', (code, signal) => end({ code, signal }));
  });

/** npm appends its usage text to some errors. */
const withoutManual = (log) =>
  log.replace(/\nnpm error Clean install a project[\s\S]*?(?=\nnpm error A complete log|$)/, '');

/** `npm ci` empties node_modules; if that is a link, it would empty another checkout's packages. */
const refuseLink = (root) => {
  const folder = join(root, 'node_modules');
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new LaunchError(
      `the packages in ${folder} are not those of package-lock.json, and the folder is a link: ` +
        `installing would empty the folder that it leads to. Remove the link, then repeat the command.`,
    );
};

const install = async (root) => {
  refuseLink(root);
  process.stderr.write('assay: installing the dependencies (npm ci), once ...\n');
  const { error, code, signal, log } = await npmCi(root);
  if (error?.code === 'ENOENT')
    throw new LaunchError('npm was not found. Install Node.js with npm (https://nodejs.org).');
  if (error) throw new LaunchError(`npm could not be started: ${error.message}`);
  if (signal) throw new LaunchError(`npm ci was stopped by ${signal}.`, signal);
  if (code !== 0)
    throw new LaunchError(
      `${withoutManual(log.trim())}\nnpm ci failed with exit code ${code}; its log is above. ` +
        `Check the network, the npm registry (npm config get registry) and the disk, ` +
        `then repeat the command, or run npm ci in ${root} yourself.`,
    );
};

/**
 * Installs the project's dependencies if node_modules is absent or out of date; prints nothing otherwise. If several
 * processes start at once, one installs and the others wait. Throws a LaunchError with a remedy, also if it may not
 * install.
 */
export const bootstrap = async (root, mayInstall) => {
  if (!needsInstall(root)) return;
  if (!mayInstall)
    throw new LaunchError(
      `the packages in ${root} are ${modifiedAt(marker(root)) === undefined ? 'not installed' : 'others than package-lock.json names'}; ` +
        `run npm ci there, then repeat the command (npm start and npm test install them themselves).`,
    );
  const release = await takeInstallLock(root, () => {
    process.stderr.write('assay: waiting for another process that installs the dependencies ...\n');
  });
  try {
    if (needsInstall(root)) await install(root);
  } finally {
    release();
  }
};
