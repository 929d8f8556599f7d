import type { CellVerdict } from '../oracles/finding.ts';
import type { RunFolder } from '../reports/run-folder.ts';
import { OUT } from './options.ts';

/** A word that no shell expands; the ids of some requirements hold brackets. */
const word = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The command that runs the cells of a requirement again as this run did; of a sequence, the small one that was told. */
export const replayLine = (
  { requirement, path }: Pick<CellVerdict, 'requirement' | 'path'>,
  { seed, out }: { readonly seed: number; readonly out: string },
  folder: RunFolder,
): string => {
  const small = path === undefined ? '' : ` --path ${word(path)}`;
  const command = `assay replay ${word(requirement)} --seed ${seed}${small}`;
  return out === OUT ? command : `${command} --run ${word(folder.path)}`;
};
