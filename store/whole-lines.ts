import { existsSync } from 'node:fs';
import { type JsonLines, readJsonLines } from './json-lines.ts';
import type { RunRecord } from './run-record.ts';

/** All lines of a file that an ended run has left. Throws where it is missing, or was cut off after the run had ended. */
export const wholeLines = <Item>(
  path: string,
  { state }: Pick<RunRecord, 'state'>,
  read: (path: string) => JsonLines<Item> = readJsonLines,
): JsonLines<Item>['items'] => {
  if (!existsSync(path))
    throw new Error(
      `${path} is missing, which this version of Assay writes; make the run again, or copy its whole folder`,
    );
  const { items, torn } = read(path);
  if (torn && state !== 'partial')
    throw new Error(
      `${path}, line ${torn.line} was cut off: ${JSON.stringify(torn.text.slice(0, 60))}; make the run again, or copy its whole folder`,
    );
  return items;
};
