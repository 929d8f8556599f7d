import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { PlatformPath } from 'node:path';
import { vi } from 'vitest';

/** The current folder while `asWindows` works. */
export const FOLDER = String.raw`C:\work\service`;

/** The object whose functions Node's own modules call, too. */
const path = createRequire(import.meta.url)('node:path') as PlatformPath;

const { win32 } = path;
const POSIX: PlatformPath = { ...path };
const WINDOWS: PlatformPath = {
  ...win32,
  win32,
  posix: POSIX,
  // Node's own calls of the disk below pass it on.
  toNamespacedPath: (given) => POSIX.toNamespacedPath(given),
};

type Call = (...given: readonly unknown[]) => unknown;
type Calls = Readonly<Record<string, Call>>;

/** Calls of `node:fs` as they are. */
const CALLS: Calls = Object.fromEntries(
  Object.entries(fs).filter(
    (entry): entry is [string, (typeof entry)[1] & Call] =>
      /Sync$|^create\w+Stream$/.test(entry[0]) && typeof entry[1] === 'function',
  ),
);

/** `C:\x` as the folder `C/x` below `disk`. */
const onDisk = (disk: string, given: unknown): unknown => {
  const [, drive = '', rest = ''] = /^([a-z]):(.*)$/is.exec(String(given)) ?? [];
  return drive === '' ? given : `${disk}/${drive.toUpperCase()}${rest.replaceAll('\\', '/')}`;
};

/** The other way round, in what a call returns. */
const asDrive = (disk: string, given: unknown): unknown => {
  if (typeof given === 'string' && given.startsWith(`${disk}/`))
    return given
      .slice(disk.length + 1)
      .replace(/^./, '$&:')
      .replaceAll('/', '\\');
  if (Array.isArray(given)) return given.map((each: unknown) => asDrive(disk, each));
  return given instanceof fs.Dirent
    ? Object.assign(given, { parentPath: asDrive(disk, given.parentPath) })
    : given;
};

const refuse = (name: string): never => {
  const message = `EPERM: operation not permitted, ${name}`;
  throw Object.assign(new Error(message), { code: 'EPERM' });
};

const isLink = (file: unknown): boolean => {
  const stats = CALLS['lstatSync']?.(file, { throwIfNoEntry: false });
  return stats instanceof fs.Stats && stats.isSymbolicLink();
};

/** The same calls with the paths of Windows, which renames nothing over a link. */
const callsOn = (disk: string, refuses: readonly string[]): Calls =>
  Object.fromEntries(
    Object.entries(CALLS).map(([name, call]): readonly [string, Call] => [
      name,
      (...given) => {
        const mapped = given.map((each) => onDisk(disk, each));
        if (refuses.includes(name) || (name === 'renameSync' && isLink(mapped[1]))) refuse(name);
        // Some of them join paths of this system.
        Object.assign(path, POSIX);
        try {
          return asDrive(disk, call(...mapped));
        } finally {
          Object.assign(path, WINDOWS);
        }
      },
    ]),
  );

/** Surroundings of the work. */
export interface WindowsOptions {
  /** Folder whose subfolders are the drives, such as `C`. Default: one that does not exist, so that no file exists. */
  readonly disk?: string;
  /** Calls of `node:fs` that are not permitted, such as `symlinkSync`. */
  readonly refuses?: readonly string[];
}

/**
 * Does some work with the paths of Windows: `node:path` is its `win32`, the current folder is `FOLDER`, and files lie below
 * `disk`. It replaces what the built-in modules export, for all modules of this thread, until the work has ended.
 */
export const asWindows = async <Result>(
  work: () => Result,
  { disk = '/no-disk', refuses = [] }: WindowsOptions = {},
): Promise<Awaited<Result>> => {
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(FOLDER);
  const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
  Object.assign(path, WINDOWS);
  Object.assign(fs, callsOn(disk, refuses));
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    Object.assign(path, POSIX);
    Object.assign(fs, CALLS);
    syncBuiltinESMExports();
    cwd.mockRestore();
    platform.mockRestore();
  }
};
