import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { ResourceRow } from '../../spec/resource-rows.ts';
import {
  isReportedMissing,
  isRefused,
  isServed,
  isAccepted,
  statusText,
} from '../answers/answer-form.ts';
import { objectIn, textsIn } from '../answers/json-body.ts';
import { LANDLORD_VALUES, strayDraft, valueAt } from '../answers/landlord-draft.ts';
import { resourceIn, standsElsewhere } from '../answers/resource.ts';
import { isAbsent, valueText } from '../answers/value.ts';
import type { Judgement } from '../finding.ts';
import { sameMeaning } from './read-back.ts';

/** A refused call, and the reason why it had to be refused, such as `without a credential`. */
export interface RefusedCall {
  readonly how: string;
  readonly exchange: Exchange;
}

/** Calls that all had to be refused. */
interface Tried {
  readonly refused: readonly RefusedCall[];
  /** The last one that was not refused. */
  readonly unrefused?: Exchange | undefined;
}

/** A landlord draft, read before and after refused updates. */
interface RefusedUpdates extends Tried {
  readonly before: Exchange;
  readonly after: Exchange;
}

type Outcome = Pick<Judgement, 'verdict' | 'got'> & Partial<Judgement>;

/**
 * Nothing can be observed if no call was refused: the specification leaves open if faulty content is accepted for now (E3), and
 * an accepted forbidden call has failed elsewhere. A server error is neither.
 */
const nothingRefused = ({ unrefused }: Tried): Outcome =>
  unrefused === undefined || isAccepted(unrefused)
    ? { verdict: 'observed', reason: 'not-executed', got: 'none of these calls was refused' }
    : { verdict: 'inconclusive', reason: 'disturbance', got: statusText(unrefused) };

/** Rows whose value has changed, or that hold one now. */
const changedRows = (before: unknown, after: unknown): readonly ResourceRow[] =>
  LANDLORD_VALUES.filter((row) => {
    const [was, is] = [valueAt(before, row.pointer), valueAt(after, row.pointer)];
    return !isAbsent(is) && (isAbsent(was) || !sameMeaning(row, was, is));
  });

/** Those of the rows that show the values of a refused call. */
const shownOf = (rows: readonly ResourceRow[], { exchange }: RefusedCall, after: unknown) => {
  const sent = objectIn(exchange.request.body);
  return rows.filter((row) => {
    const value = valueAt(sent, row.pointer);
    return !isAbsent(value) && sameMeaning(row, value, valueAt(after, row.pointer));
  });
};

const changeIn = ({ before, refused, after }: RefusedUpdates): Outcome => {
  const stray = strayDraft(after);
  if (stray) return standsElsewhere(stray, '');
  const [was, is] = [resourceIn(before), resourceIn(after)];
  const rows = changedRows(was, is);
  const blamed = refused
    .map((call) => ({ call, shown: shownOf(rows, call, is) }))
    .reduce((most, each) => (each.shown.length >= most.shown.length ? each : most), {
      call: undefined as RefusedCall | undefined,
      shown: [] as readonly ResourceRow[],
    });
  const [row] = blamed.shown.length > 0 ? blamed.shown : rows;
  if (!row) return { verdict: 'pass', got: 'the same values as before' };
  const got = `${row.pointer} is ${valueText(valueAt(is, row.pointer))}, was ${valueText(valueAt(was, row.pointer))}`;
  if (!blamed.call || blamed.shown.length === 0)
    return { verdict: 'inconclusive', reason: 'unstated-rule', got, where: row.pointer };
  const { how, exchange } = blamed.call;
  return {
    verdict: 'fail',
    got: `${got}; an update ${how} was answered with ${statusText(exchange)}, but stored`,
    where: row.pointer,
    exchanges: [before.n, exchange.n, after.n],
  };
};

/**
 * DRAFT-05 (D2, D13): refused updates do not change what a landlord draft shows. A fail requires a value that one of them sent.
 */
export const judgeRefusedUpdates = (operation: OperationId, updates: RefusedUpdates): Judgement => {
  const { before, refused, after } = updates;
  const base = {
    requirement: 'DRAFT-05',
    operation,
    wanted: 'the last accepted values, despite the refused updates',
    exchanges: [before.n, ...refused.map(({ exchange }) => exchange.n), after.n],
  } as const;
  if (refused.length === 0) return { ...base, ...nothingRefused(updates) };
  if (!isServed(after)) {
    const reason = isRefused(after) ? { reason: 'blocked-by', blockedBy: 'DRAFT-03' } : undefined;
    const open = {
      verdict: 'inconclusive',
      reason: 'disturbance',
      got: statusText(after),
    } as const;
    return { ...base, ...open, ...(reason as Partial<Judgement>) };
  }
  return { ...base, ...changeIn(updates) };
};

/** An item of a travel draft, and refused calls on it. */
interface RefusedOnItem extends Tried {
  readonly posted: Exchange;
  /** Its legal deletion afterwards. */
  readonly deleted: Exchange;
  /** The deletion of another item of the draft, if that one failed. */
  readonly sibling?: Exchange | undefined;
}

const openItem = (on: OperationId, { posted, refused, deleted, sibling }: RefusedOnItem) => ({
  requirement: 'DRAFT-05' as const,
  operation: on,
  exchanges: [posted, ...refused.map(({ exchange }) => exchange), sibling, deleted].flatMap(
    (each) => each?.n ?? [],
  ),
});

/** DRAFT-05 (D6, D13): an item on which only deletions were refused still exists, so that it can be deleted. */
export const judgeRefusedDeletions = (on: OperationId, item: RefusedOnItem): Judgement => {
  const { refused, deleted, sibling } = item;
  const ways = refused.map(({ how }) => how).join(', ');
  const base = {
    ...openItem(on, item),
    wanted: `a legal deletion to be accepted after refused ones (${ways})`,
    got: statusText(deleted),
  };
  if (refused.length === 0) return { ...base, ...nothingRefused(item) };
  if (isServed(deleted)) return { ...base, verdict: 'pass' };
  return isReportedMissing(deleted) && isServed(sibling)
    ? { ...base, verdict: 'fail' }
    : { ...base, verdict: 'inconclusive', reason: 'twin-refused' };
};

/** Texts of a call's body that none of the others sent. */
const ownTexts = ({ request }: Exchange, others: readonly Exchange[]): readonly string[] => {
  const sent = new Set(others.flatMap((other) => textsIn(objectIn(other.request.body))));
  return textsIn(objectIn(request.body)).filter((text) => !sent.has(text));
};

/**
 * DRAFT-05 (D13): refused changes do not change an item, as far as the answer to its deletion shows it (T4, T5). The
 * specification does not show that resource, so any place in it counts. It may show the rest of the draft, so only texts count
 * that none of the `others`, the other calls on this draft, sent.
 */
export const judgeRefusedChanges = (
  on: OperationId,
  item: RefusedOnItem,
  others: readonly Exchange[],
): Judgement => {
  const { posted, refused, deleted } = item;
  const base = {
    ...openItem(on, item),
    wanted: 'the item as it was added, despite the refused changes',
  };
  if (refused.length === 0) return { ...base, ...nothingRefused(item) };
  const shown = new Set(isServed(deleted) ? textsIn(objectIn(deleted.response.body)) : []);
  const stored = refused.flatMap(({ how, exchange }) =>
    ownTexts(exchange, [posted, ...others])
      .filter((text) => shown.has(text))
      .map((text) => ({ how, exchange, text })),
  )[0];
  if (stored) {
    const { how, exchange, text } = stored;
    const got = `${valueText(text)}; a change ${how} was answered with ${statusText(exchange)}, but stored`;
    return { ...base, verdict: 'fail', got, exchanges: [posted.n, exchange.n, deleted.n] };
  }
  const isShown = refused.some(({ exchange }) =>
    ownTexts(posted, [exchange, ...others]).some((text) => shown.has(text)),
  );
  if (isShown) return { ...base, verdict: 'pass', got: 'the item as it was added' };
  const got = isServed(deleted) ? 'an answer that does not show the item' : statusText(deleted);
  return { ...base, verdict: 'observed', reason: 'specification-silent', got };
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'refused-changes': judgeRefusedChanges,
  'refused-deletions': judgeRefusedDeletions,
  'refused-updates': judgeRefusedUpdates,
};
