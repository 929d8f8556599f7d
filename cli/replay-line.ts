import type { RequirementId } from '../spec/catalogue.ts';
import type { RunFolder } from '../reports/run-folder.ts';
import { OUT } from './options.ts';

/** A word that no shell expands; the ids of some requirements hold brackets. */
const word = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The command that runs the cells of a requirement again as this run did. */
export const replayLine = (
  requirement: RequirementId,
  { seed, out }: { readonly seed: number; readonly out: string },
  folder: RunFolder,
): string => {
  const command = `assay replay ${word(requirement)} --seed ${seed}`;
  return out === OUT ? command : `${command} --run ${word(folder.path)}`;
};
