import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { isReportedMissing, isSuccessStatus, statusText } from '../answers/answer-form.ts';
import { type Example, type Examples, sampleExchange } from '../example.ts';
import type { Judgement, Verdict } from '../finding.ts';
import { stillThere } from './other-draft.ts';

/** An item that was added to a draft, and the answer to its first call afterwards, such as its deletion. */
export interface AddedItem {
  readonly added: Exchange;
  readonly called: Exchange;
}

const isThere = ({ response }: Exchange): boolean => isSuccessStatus(response?.status ?? 0);

/**
 * TRAVEL-CAR-02, TRAVEL-PERSON-02, TRAVEL-METADATA-02 (D13): added items exist afterwards. `alone` was added by itself; it or
 * another existing item is the control, without which nothing is judged. `scene` describes how the items were added.
 */
export const judgeLostItems = (
  requirement: RequirementId,
  operation: OperationId,
  items: readonly AddedItem[],
  alone: AddedItem | undefined,
  scene: string,
): Judgement => {
  const gone = items.filter(({ called }) => isReportedMissing(called));
  const accepted = [...items, ...(alone ? [alone] : [])].find(({ called }) => isThere(called));
  const kept = items.filter(({ called }) => isThere(called));
  const base = {
    requirement,
    operation,
    wanted: `every added item to still exist (${scene})`,
    got: `${kept.length} of ${items.length} exist, ${gone.length} missing`,
  };
  const [first] = gone;
  if (first && accepted) {
    const exchanges = [accepted.added.n, accepted.called.n, first.added.n, first.called.n];
    return { ...base, verdict: 'fail', exchanges, twin: accepted.called.n };
  }
  const exchanges = items.map(({ called }) => called.n);
  if (items.length < 2) return { ...base, verdict: 'observed', reason: 'not-executed', exchanges };
  if (kept.length === items.length) return { ...base, verdict: 'pass', exchanges };
  const reason = gone.length > 0 ? 'twin-refused' : 'other-code';
  return { ...base, verdict: 'inconclusive', reason, exchanges };
};

/**
 * TRAVEL-CAR-02, TRAVEL-PERSON-02, TRAVEL-METADATA-02 (D13): after a call on one item of a draft, another item still exists.
 * `asked` is its deletion after the read-back delay, since a put may create it (D6).
 */
export const judgeKeptItem = (
  requirement: RequirementId,
  operation: OperationId,
  touched: readonly Exchange[],
  asked: Exchange,
): Judgement => ({
  requirement,
  operation,
  ...stillThere(asked),
  wanted: 'the other item of the draft to still be deletable',
  got: `${statusText(asked)} for its deletion`,
  exchanges: [...touched.map(({ n }) => n), asked.n],
});

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'kept-item': judgeKeptItem,
  'lost-items': judgeLostItems,
};

/** Answers to the deletions of items that were added side by side, and of one that was added alone. */
const example = (
  what: string,
  verdict: Verdict,
  statuses: readonly number[],
  alone?: number,
): Example => ({
  what,
  verdict,
  judged: () => {
    const item = (status: number, at: number): AddedItem => ({
      added: sampleExchange('travel.car-post', 200, { n: 2 * at + 1 }),
      called: sampleExchange('travel.car-delete', status, { n: 2 * at + 2 }),
    });
    const one = alone === undefined ? undefined : item(alone, statuses.length);
    return judgeLostItems(
      'TRAVEL-CAR-02',
      'travel.car-post',
      statuses.map(item),
      one,
      'side by side',
    );
  },
});

/** Decisions on made-up answers. */
export const examples: Examples = {
  'lost-items': [
    example('every added item can be deleted', 'pass', [200, 204, 200]),
    example('the deletion of one of two items is answered with 404', 'fail', [404, 200]),
    example('the deletion of one of two items is answered with 410', 'fail', [410, 200]),
    example('two items are lost; one that was added alone is there', 'fail', [404, 404], 200),
    example(
      'two items are lost, and so is one that was added alone',
      'inconclusive',
      [404, 404],
      404,
    ),
    example('the deletion of an item is refused with 409', 'inconclusive', [200, 409]),
    example('only one item was added', 'observed', [200]),
  ],
};
