import { basename, dirname, relative } from 'node:path';
import { runsFolder } from '../../client/project.ts';
import { shellWord } from '../../client/shell-word.ts';
import type { CellVerdict } from '../../oracles/finding.ts';
import type { RunFolder } from '../../store/run-folder.ts';
import type { ServiceOptions } from '../run-options.ts';
import { serviceFlags } from '../service-flags.ts';

/** What `--run` takes for a run: its name where it lies below reports/out, else the shorter way to it from the caller's folder. */
export const runWord = ({ path }: Pick<RunFolder, 'path'>): string => {
  if (dirname(path) === runsFolder()) return basename(path);
  const near = relative(process.cwd(), path);
  // A word that begins with a dash is an option, and one without a slash may be the name of another run.
  const isPlain = near.includes('/') && !near.startsWith('-');
  return isPlain && near.length < path.length ? near : path;
};

/**
 * The command that runs the cells of a requirement again as this run did, on the service that its caller had named; of what was
 * made small, the small case that was told.
 */
export const replayLine = (
  { requirement, path }: Pick<CellVerdict, 'requirement' | 'path'>,
  { seed, ...service }: ServiceOptions & { readonly seed: number },
  folder: Pick<RunFolder, 'path'>,
): string => {
  const small = path === undefined ? '' : ` --path ${shellWord([path])}`;
  const named = serviceFlags(service)
    .map((flag) => ` ${flag}`)
    .join('');
  return `assay replay ${shellWord([requirement])} --seed ${seed}${small} --run ${shellWord([runWord(folder)])}${named}`;
};
