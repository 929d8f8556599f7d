import type { CellVerdict } from '../../oracles/finding.ts';
import { isAcceptedStatus } from '../../oracles/answers/answer-form.ts';
import { requirementOf, showsInReadBacks } from '../../spec/catalogue.ts';
import { LINE_TITLES } from '../../spec/line.ts';
import { counted } from '../../spec/message-text.ts';

/** Failed cells that probably have one cause. */
export interface SharedFault {
  /** In the order of the ledger; those of one requirement are together. */
  readonly cells: readonly CellVerdict[];
  /** Such as `probably one fault, in 9 fields: A … draft must be refused if … is missing.`; absent if they are of one requirement. */
  readonly title?: string;
}

const OMITTED = '…';
const LINE_NAMES = new RegExp(`\\b(${Object.values(LINE_TITLES).join('|')})\\b`, 'gi');
const ITEM_NAMES = /\b(cars?|persons?|metadata( item| key)?s?|keys?|drivers?)\b/gi;
/** Steps that may refuse a faulty draft (E3). */
const CHECKPOINTS = /\bby the (write|price request at the latest|contract at the latest)/;

/** Characters of a text that are compared. */
const COMPARED = 500;

/** The start of a text, without the ids that every repetition draws anew. */
export const withoutIds = (text: string): string =>
  text.slice(0, COMPARED).replaceAll(/[\w-]*\d[\w-]{6,}/g, OMITTED);

/**
 * The field that a cell is about, as texts spell it: `risk.drivers[].person`; undefined for a header. Its pointer may begin with
 * the envelope of the target's answers, which no statement names.
 */
const fieldOf = ({ where, requirement }: CellVerdict): string | undefined => {
  if (!where?.startsWith('/')) return undefined;
  const names = where.slice(1).replaceAll('/*', '[]').split('/');
  const { statement } = requirementOf(requirement);
  const start = names.findIndex((_, at) => {
    const [name = '', ...object] = names.slice(at).toReversed();
    return (
      statement.includes(names.slice(at).join('.')) ||
      statement.includes(`${object.toReversed().join('.')} comes without ${name}`)
    );
  });
  return names.slice(Math.max(0, start)).join('.');
};

/** A text without a field, and without the object that lacks it (`terms comes without variant`). */
const withoutField = (text: string, field: string): string => {
  const names = field.split('.');
  const name = names.pop() ?? '';
  return text
    .replaceAll(field, OMITTED)
    .replace(`${names.join('.')} comes without ${name}`, `${OMITTED} is missing`)
    .replace(`comes without ${name}`, `comes without ${OMITTED}`);
};

/** A text without the field, the line and the item that it is about. */
const withoutPlace = (text: string, cell: CellVerdict): string => {
  const field = fieldOf(cell);
  return (field === undefined ? text : withoutField(text, field))
    .replaceAll(LINE_NAMES, OMITTED)
    .replaceAll(ITEM_NAMES, OMITTED)
    .replace(CHECKPOINTS, OMITTED);
};

const statementOf = (cell: CellVerdict): string =>
  withoutPlace(requirementOf(cell.requirement).statement, cell);

/** Quoted texts, and all numbers but a status. */
const DRAWN_VALUES = /"(?:[^"\\]|\\.)*"|(?<!status )\b\d+\b/g;

/** Values of which any is right, without the values. */
const ALTERNATIVES = /…(?: or …)+/g;

/** Values in JSON, as a read-back quotes what was written and what was read. */
const QUOTED_VALUES = /"(?:[^"\\]|\\.)*"|\b(?:\d+|true|false)\b/g;

const comparable = (text: string, cell: CellVerdict): string => {
  const start = withoutPlace(text.slice(0, COMPARED), cell);
  return withoutIds(
    showsInReadBacks(cell.requirement)
      ? start.replaceAll(QUOTED_VALUES, OMITTED).replaceAll(ALTERNATIVES, OMITTED)
      : start,
  );
};

/** The start of a text, without the ids, texts, amounts and counts that every repetition draws anew. */
export const withoutDrawnValues = (text: string): string =>
  withoutIds(text.slice(0, COMPARED))
    .replaceAll(DRAWN_VALUES, OMITTED)
    .replaceAll(ALTERNATIVES, OMITTED);

/** A faulty draft is accepted by whichever step may refuse it last. */
const answerOf = (cell: CellVerdict): string =>
  cell.checkpoint !== undefined && isAcceptedStatus(cell.status ?? 0)
    ? 'accepted'
    : comparable(cell.got, cell);

/** Equal for cells whose kind of fault, expectation and answer agree; the same judge words them. */
const keyOf = (cell: CellVerdict): string =>
  JSON.stringify([statementOf(cell), comparable(cell.wanted, cell), answerOf(cell)]);

const titleOf = (cells: readonly CellVerdict[]): string | undefined => {
  const [first] = cells;
  const requirements = new Set(cells.map(({ requirement }) => requirement));
  if (first === undefined || requirements.size === 1) return undefined;
  const fields = new Set(cells.map((cell) => `${cell.line} ${fieldOf(cell) ?? ''}`));
  const places =
    fieldOf(first) === undefined
      ? counted(requirements.size, 'requirement')
      : counted(fields.size, 'field');
  return `probably one fault, in ${places}: ${statementOf(first)}`;
};

/**
 * Groups failed cells, in their order: those of one requirement, and requirements whose first cells differ only by field, line
 * or item. Nothing but their presentation depends on it.
 */
export const sharedFaults = (failed: readonly CellVerdict[]): readonly SharedFault[] => {
  const byRequirement = [...Map.groupBy(failed, ({ requirement }) => requirement).values()];
  const byFault = Map.groupBy(byRequirement, ([first]) => first && keyOf(first));
  return [...byFault.values()].map((groups) => {
    const cells = groups.flat();
    const title = titleOf(cells);
    return title === undefined ? { cells } : { cells, title };
  });
};
