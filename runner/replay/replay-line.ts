import { basename, dirname, relative } from 'node:path';
import { runsFolder } from '../../client/project.ts';
import { shellWord } from '../../client/shell-word.ts';
import type { CellVerdict } from '../../oracles/finding.ts';
import type { RunFolder } from '../../store/run-folder.ts';
import type { ServiceOptions } from '../run-options.ts';

/** The flags by which a command names the service that its caller has named, as shell words. */
export const serviceFlags = ({
  target,
  baseUrl,
  gapBaseUrl,
  insecure,
}: ServiceOptions): readonly string[] => [
  ...(target === undefined ? [] : [`--target ${shellWord([relativePath(target)])}`]),
  ...(baseUrl === undefined ? [] : [`--base-url ${shellWord([baseUrl])}`]),
  ...(gapBaseUrl === undefined ? [] : [`--gap-base-url ${shellWord([gapBaseUrl])}`]),
  ...(insecure ? ['--insecure'] : []),
];

/** A path from the caller's folder where it lies below it; else as it is. */
export const relativePath = (path: string): string => {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near;
};

/** What `--run` takes for a run: its name where it lies below reports/out, else the shorter way to it from the caller's folder. */
export const runArgument = ({ path }: Pick<RunFolder, 'path'>): string => {
  if (dirname(path) === runsFolder()) return basename(path);
  const near = relative(process.cwd(), path);
  // A word that begins with a dash is an option, and one without a slash may be the name of another run.
  const isPlain = near.includes('/') && !near.startsWith('-');
  return isPlain && near.length < path.length ? near : path;
};

/** The command that runs the cells of a requirement again as this run did; of what was made small, the small case. */
export const replayLine = (
  { requirement, path }: Pick<CellVerdict, 'requirement' | 'path'>,
  { seed, ...service }: ServiceOptions & { readonly seed: number },
  folder: Pick<RunFolder, 'path'>,
): string => {
  const small = path === undefined ? '' : ` --path ${shellWord([path])}`;
  const named = serviceFlags(service)
    .map((flag) => ` ${flag}`)
    .join('');
  return `assay replay ${shellWord([requirement])} --seed ${seed}${small} --run ${shellWord([runArgument(folder)])}${named}`;
};
