import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { isSuccessStatus, statusText } from '../answers/answer-form.ts';
import { type Example, type Examples, sampleExchange } from '../example.ts';
import type { Judgement, ReasonCode, Verdict } from '../finding.ts';
import { isDisturbance, isTransportStatus } from '../../spec/transport-statuses.ts';

/** Answers after the deletion of a car, person or key; each call is made only if the previous ones succeeded. */
export interface AfterDeletion {
  /** The same deletion again. */
  readonly again: Exchange;
  /** A put with the deleted id. */
  readonly put?: Exchange | undefined;
  /** A deletion with an id that was never issued. */
  readonly neverDeleted?: Exchange | undefined;
  /** A put with an id that was never issued. */
  readonly neverPut?: Exchange | undefined;
}

type Outcome = { readonly verdict: Judgement['verdict']; readonly reason?: ReasonCode };

const open = (reason: ReasonCode): Outcome => ({ verdict: 'inconclusive', reason });
const OBSERVED: Outcome = { verdict: 'observed', reason: 'specification-silent' };

/** Outcome of a call with a deleted id: `succeeded` if it was served. */
const read = (exchange: Exchange | undefined): Outcome | 'succeeded' => {
  const status = exchange?.response?.status;
  if (status === undefined || isDisturbance(status)) return open('disturbance');
  if (isSuccessStatus(status)) return 'succeeded';
  if (status < 400) return OBSERVED;
  if (status === 401 || status === 403 || status >= 500) return open('other-code');
  return isTransportStatus(status) ? open('unlisted-sane-code') : { verdict: 'pass' };
};

/** D6: the answers to the same calls with an unknown id; a success fails only if both are answered with 404. */
const beside = ({ neverDeleted, neverPut }: AfterDeletion): Outcome => {
  const statuses = [neverDeleted, neverPut].map((each) => each?.response?.status);
  if (statuses.every((status) => status === 404)) return { verdict: 'fail' };
  const disturbed = statuses.some(
    (status) => status === undefined || isDisturbance(status) || status >= 500,
  );
  return disturbed ? open('disturbance') : OBSERVED;
};

/**
 * TRAVEL-CAR-01, TRAVEL-PERSON-01, TRAVEL-METADATA-01 (D6, S11): a deleted item is gone. The refusal of a second deletion
 * proves it. A success may come from a tombstone, so it fails only if a put succeeds as well, and both are refused with 404 for
 * an id that was never issued.
 */
export const judgeDeletedItem = (
  requirement: RequirementId,
  operation: OperationId,
  after: AfterDeletion,
): Judgement => {
  const asked = [after.again, after.put, after.neverDeleted, after.neverPut];
  const seen = asked.filter((each) => each !== undefined);
  const again = read(after.again);
  const put = again === 'succeeded' ? read(after.put) : again;
  const outcome = put === 'succeeded' ? beside(after) : put;
  const calls = ['a second DELETE', 'a PUT', 'a DELETE', 'a PUT'];
  const got = seen.map((each, at) => `${statusText(each)} to ${calls[at]}`);
  const never =
    got.length > 2 ? `; with an id that was never used, ${got.slice(2).join(', ')}` : '';
  return {
    requirement,
    operation,
    ...outcome,
    wanted: 'no item under the deleted id',
    got: `${got.slice(0, 2).join(', ')}${never}`,
    exchanges: seen.map(({ n }) => n),
  };
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'deleted-item': judgeDeletedItem,
};

/** Answers to the second deletion, a PUT, and both with an id that was never issued, as far as these were sent. */
const example = (
  what: string,
  verdict: Verdict,
  ...statuses: readonly [number, ...number[]]
): Example => ({
  what,
  verdict,
  judged: () => {
    const [again, put, neverDeleted, neverPut] = statuses.map((status, at) =>
      sampleExchange('travel.car-delete', status, { n: at + 1 }),
    );
    return (
      again &&
      judgeDeletedItem('TRAVEL-CAR-01', 'travel.car-delete', { again, put, neverDeleted, neverPut })
    );
  },
});

/** Decisions on made-up answers. */
export const examples: Examples = {
  'deleted-item': [
    example('the second deletion is answered with 404', 'pass', 404),
    example('the second deletion is refused with 409', 'pass', 409),
    example('every deletion succeeds, and the PUT is answered with 404', 'pass', 200, 404),
    example(
      'deletion and PUT succeed; with an id that was never used, both are answered with 404',
      'fail',
      200,
      200,
      404,
      404,
    ),
    example('a PUT creates an item under any id', 'observed', 200, 200, 404, 200),
    example('every deletion succeeds, with any id', 'observed', 200, 200, 200, 404),
    example('an id that was never used is called impossible (400)', 'observed', 200, 200, 400, 404),
    example('the second deletion is redirected', 'observed', 303),
    example('the second deletion is not permitted (403)', 'inconclusive', 403),
    example('the second deletion is answered with 500', 'inconclusive', 500),
    example('the second deletion is answered with 503', 'inconclusive', 503),
    example('the last answer is 503', 'inconclusive', 200, 200, 404, 503),
  ],
};
