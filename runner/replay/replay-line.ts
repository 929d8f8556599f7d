import { basename, dirname, relative } from 'node:path';
import { shortestPath, shownPath } from '../../client/paths.ts';
import { runsFolder } from '../../client/project.ts';
import { shellWord } from '../../client/shell-word.ts';
import type { CellVerdict } from '../../oracles/finding.ts';
import { cellId } from '../../oracles/ledger.ts';
import type { RunFolder } from '../../store/run-folder.ts';
import type { ServiceOptions } from '../run-options.ts';

/** Flags that name the caller's service, as shell words. */
export const serviceFlags = ({
  target,
  baseUrl,
  gapBaseUrl,
  insecure,
}: ServiceOptions): readonly string[] => [
  ...(target === undefined ? [] : [`--target ${shellWord([shownPath(target)])}`]),
  ...(baseUrl === undefined ? [] : [`--base-url ${shellWord([baseUrl])}`]),
  ...(gapBaseUrl === undefined ? [] : [`--gap-base-url ${shellWord([gapBaseUrl])}`]),
  ...(insecure ? ['--insecure'] : []),
];

/** Argument of `--run`: the name of a run below reports/out, else the shorter path from the current folder. */
export const runArgument = ({ path }: Pick<RunFolder, 'path'>): string =>
  relative(dirname(path), runsFolder()) === '' ? basename(path) : shortestPath(path);

const runAndService = (service: ServiceOptions, folder: Pick<RunFolder, 'path'>): string =>
  [` --run ${shellWord([runArgument(folder)])}`, ...serviceFlags(service)].join(' ');

/** Command that replays the cells of a requirement; the shrunk case if there is one. */
export const replayLine = (
  { requirement, path }: Pick<CellVerdict, 'requirement' | 'path'>,
  { seed, ...service }: ServiceOptions & { readonly seed: number },
  folder: Pick<RunFolder, 'path'>,
): string => {
  const small = path === undefined ? '' : ` --path ${shellWord([path])}`;
  return `assay replay ${shellWord([requirement])} --seed ${seed}${small}${runAndService(service, folder)}`;
};

/** Command that writes the calls of a cell as a bash script. */
export const scriptLine = (
  { requirement, operation }: Pick<CellVerdict, 'requirement' | 'operation'>,
  service: ServiceOptions,
  folder: Pick<RunFolder, 'path'>,
): string =>
  `assay show ${shellWord([cellId(requirement, operation)])} --as script${runAndService(service, folder)}`;
