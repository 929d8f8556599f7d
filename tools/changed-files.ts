import { spawnSync } from 'node:child_process';

/** Options of the two calls of git: paths below the folder where it is called, one a line, none of them quoted. */
const LISTS = [
  ['diff', '--name-only', '--relative', '--diff-filter=d', '-z', 'HEAD'],
  ['ls-files', '--others', '--exclude-standard', '-z'],
] as const;

/** Files below a folder that differ from the last commit, or are not in it; `undefined` if git does not know the folder. */
export const changedFiles = (root: string): readonly string[] | undefined => {
  const found: string[] = [];
  for (const args of LISTS) {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    if (status !== 0) return undefined;
    found.push(...stdout.split('\0').filter((path) => path !== ''));
  }
  return found;
};
