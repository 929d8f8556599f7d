import { CATALOGUE, type RequirementId } from '../../spec/catalogue.ts';
import { counted } from '../../spec/message-text.ts';
import type { OperationId } from '../../spec/operations.ts';
import { COLUMNS, wrap } from '../../store/printable.ts';

const ID = 24;
const LEVEL = 9;
const COUNT = 15;
const STATEMENT = COLUMNS - ID - LEVEL - COUNT;

/** Id, level, number of operations and statement; an id that is too long gets its own line. */
const renderRow = (id: string, level: string, count: string, statement: string): string => {
  const [first = '', ...others] = wrap(statement, STATEMENT, 9);
  const row = level.padEnd(LEVEL) + count.padEnd(COUNT) + first;
  const head = id.length < ID ? [id.padEnd(ID) + row] : [id, ' '.repeat(ID) + row];
  return [...head, ...others.map((text) => ' '.repeat(ID + LEVEL + COUNT) + text)].join('\n');
};

/** Those of these requirements that are about one of the operations, one per row, at most 100 columns wide. */
export const requirementRows = (
  ids: readonly RequirementId[],
  operations: readonly OperationId[],
): string =>
  [...CATALOGUE]
    .filter(([id]) => ids.includes(id))
    .flatMap(([id, { level, statement, operations: all }]) => {
      const own = all.filter((on) => operations.includes(on));
      return own.length === 0
        ? []
        : [renderRow(id, level, counted(own.length, 'operation'), statement)];
    })
    .join('\n');
