import type { Exchange } from '../../spec/exchange.ts';
import { isSuccess } from '../answers/answer-form.ts';
import { isObject, jsonBody } from '../answers/json-body.ts';
import { LANDLORD_VALUES, sameMeaning, valueAt } from '../state/read-back.ts';
import { statusText } from '../answers/status-text.ts';

/** What shows whether another identity that was let in got, changed or deleted anything of the owner's (D10). */
export interface ForeignEffect {
  readonly isThere: boolean;
  /** One clause. */
  readonly what: string;
  /** The owner's own exchanges that show it. */
  readonly exchanges: readonly number[];
}

/** Every value of a JSON body that is no object and no list, with its place. */
const leavesOf = (value: unknown, place = ''): readonly string[] => {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value) || isObject(value))
    return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, `${place}/${key}`));
  return [`${place} ${JSON.stringify(value)}`];
};

/** What a body says beside the ids that its caller has sent; a body that is no JSON says one thing. */
const saidBy = ({ request, response }: Exchange): readonly string[] => {
  const body = jsonBody(response?.body);
  if (!body.ok) return response?.body.text ? ['a document'] : [];
  const ids = new URL(request.url).pathname.split('/').map(decodeURIComponent);
  const isId = (leaf: string) =>
    ids.some((id) => [` ${id}`, ` "${id}"`].some((end) => leaf.endsWith(end)));
  return leavesOf(body.value).filter((leaf) => !isId(leaf));
};

/** Whether a read of another identity shows anything that the owner's own read shows, beside ids that it has sent itself. */
export const shownToOther = (foreign: Exchange, own: Exchange): ForeignEffect => {
  const shown = new Set(saidBy(own));
  // Where the owner is told nothing either, to be served alike is all that there is to see.
  const isThere = shown.size === 0 || saidBy(foreign).some((leaf) => shown.has(leaf));
  const what = isThere ? 'served like the owner' : 'nothing in it that the owner reads';
  return { isThere, what, exchanges: [own.n] };
};

/**
 * Whether the owner's landlord draft shows the values of another identity; undefined if it shows no value that differs (D2).
 * `before`: what the owner had written.
 */
export const writtenByOther = (
  before: unknown,
  sent: unknown,
  read: Exchange,
): ForeignEffect | undefined => {
  const body = jsonBody(read.response?.body);
  if (!isSuccess(read.response?.status ?? 0) || !body.ok) return undefined;
  const isIn = (root: unknown, pointer: string) => (valueAt(root, pointer) ?? null) !== null;
  const rows = LANDLORD_VALUES.filter(
    (row) =>
      [before, sent, body.value].every((root) => isIn(root, row.pointer)) &&
      !sameMeaning(row, valueAt(before, row.pointer), valueAt(sent, row.pointer)),
  );
  const [first] = rows;
  if (!first) return undefined;
  const taken = rows.find((row) =>
    sameMeaning(row, valueAt(sent, row.pointer), valueAt(body.value, row.pointer)),
  );
  const what = taken
    ? `the owner then reads ${taken.pointer} as it was sent`
    : `the owner then reads ${first.pointer} as before`;
  return { isThere: taken !== undefined, what, exchanges: [read.n] };
};

/**
 * Whether another identity deleted an item: the owner then finds it gone, or deletes it for the first time, which a
 * second deletion that is refused shows (D6). Undefined where neither can be told.
 */
export const deletedByOther = (first: Exchange, second: Exchange): ForeignEffect | undefined => {
  const isGone = ({ response }: Exchange) => response?.status === 404 || response?.status === 410;
  if (isGone(first))
    return { isThere: true, what: 'the owner then finds it gone', exchanges: [first.n] };
  if (!isSuccess(first.response?.status ?? 0) || !isGone(second)) return undefined;
  const what = `the owner's deletion then has ${statusText(first)}, and once more ${statusText(second)}`;
  return { isThere: false, what, exchanges: [first.n, second.n] };
};
