import type { Exchange } from '../../spec/exchange.ts';
import { operation } from '../../spec/operations.ts';
import type { ResourceRow } from '../../spec/resource-rows.ts';
import { isSuccess } from '../answers/answer-form.ts';
import type { Judgement } from '../finding.ts';
import { jsonBody } from '../answers/json-body.ts';
import { LANDLORD_VALUES, sameMeaning, valueAt, type Written } from './read-back.ts';
import { statusText } from '../answers/status-text.ts';

/** Values that must be another draft's before it is taken for where they come from. */
const FEWEST = 3;
/** A text so long, or a number so large, is hardly ever written to two drafts. */
const LONG = 5;
const LARGE = 10_000;

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const agrees = (row: ResourceRow, root: unknown, value: unknown): boolean => {
  const other = valueAt(root, row.pointer);
  return !isAbsent(other) && sameMeaning(row, other, value);
};

const isDistinctive = (row: ResourceRow, value: unknown): boolean => {
  if (row.schema.enum || row.schema.format === 'country-code') return false;
  return typeof value === 'string' ? value.length >= LONG : Number(value) >= LARGE;
};

/**
 * The draft whose values a landlord draft shows instead of its own (D13). All values that differ belong to that other draft, and
 * they are too many and too special for chance. Undefined if there is no such draft.
 */
export const shownInstead = (
  own: Written,
  { response }: Exchange,
  others: readonly Written[],
): Written | undefined => {
  const body = jsonBody(response?.body);
  if (!isSuccess(response?.status ?? 0) || !body.ok) return undefined;
  const shown = LANDLORD_VALUES.map((row) => [row, valueAt(body.value, row.pointer)] as const);
  const strange = shown.filter(([row, value]) => !isAbsent(value) && !agrees(row, own.body, value));
  const isEnough =
    strange.length >= FEWEST && strange.some(([row, value]) => isDistinctive(row, value));
  if (!isEnough) return undefined;
  return others.find((other) => strange.every(([row, value]) => agrees(row, other.body, value)));
};

/** DRAFT-04 (D13): a landlord draft that shows the values of another one; undefined if it does not. */
export const judgeMixUp = (own: Written, read: Exchange, other: Written): Judgement | undefined => {
  if (!shownInstead(own, read, [other])) return undefined;
  return {
    requirement: 'DRAFT-04',
    operation: other.operation,
    verdict: 'fail',
    wanted: 'what was written to this draft',
    got: `${statusText(read)} with what ${operation(other.operation).name} wrote to another draft`,
    exchanges: [own.exchange, read.n],
  };
};
