import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { isReportedMissing, isSuccessStatus, statusText } from '../answers/answer-form.ts';
import { type Example, type Examples, sampleExchange } from '../example.ts';
import type { Judgement, Verdict } from '../finding.ts';
import { isTransportStatus } from '../../spec/transport-statuses.ts';

/** The deletion of a car, person or key through a draft that does not have it, and the calls afterwards. */
interface ForeignDeletion {
  readonly foreign: Exchange;
  /** Its caller, if not the creator of the item. */
  readonly by?: string;
  /** The deletion through its own draft, after the foreign one. */
  readonly own: Exchange;
  /** The deletion of another item of that draft, if `own` failed: it shows that items can be deleted. */
  readonly sibling?: Exchange | undefined;
  /** A deletion with an id that was never issued, if `foreign` was not refused. */
  readonly never?: Exchange | undefined;
  /** The requirement on deletions with an unknown id. */
  readonly unknownId: RequirementId;
}

type Outcome = Pick<Judgement, 'verdict' | 'reason' | 'blockedBy'>;

const succeeded = (exchange: Exchange | undefined): boolean =>
  isSuccessStatus(exchange?.response?.status ?? 0);

const settle = (on: OperationId, deletion: ForeignDeletion): Outcome => {
  const { foreign, own, sibling, never, unknownId } = deletion;
  const status = foreign.response?.status;
  const ownStatus = own.response?.status;
  const isDisturbed = [status, ownStatus].some(
    (each) => each === undefined || each === 401 || isTransportStatus(each),
  );
  if (isDisturbed) return { verdict: 'inconclusive', reason: 'disturbance' };
  if (!succeeded(own)) {
    // Missing on its own draft, whatever the answer to the foreign deletion.
    return succeeded(sibling) && isReportedMissing(own)
      ? { verdict: 'fail' }
      : { verdict: 'inconclusive', reason: 'twin-refused' };
  }
  if (status !== undefined && status >= 400 && status < 500) return { verdict: 'pass' };
  if (status !== undefined && status >= 300 && status < 400) {
    return { verdict: 'observed', reason: 'specification-silent' };
  }
  // It still exists, but an unknown id must not be answered like this; if any unknown id is, that is another requirement.
  if (never?.response?.status !== 404) {
    return { verdict: 'inconclusive', reason: 'blocked-by', blockedBy: unknownId };
  }
  // S9, S11: a server error is a fault if 404 is listed for the cause.
  const isFault = succeeded(foreign) || operation(on).failures?.includes(404) === true;
  return isFault ? { verdict: 'fail' } : { verdict: 'inconclusive', reason: 'other-code' };
};

/**
 * TRAVEL-CAR-03, TRAVEL-PERSON-03, TRAVEL-METADATA-03 (D5, D13, S11): on a draft that never issued the id it is unknown, and
 * afterwards the item still exists on its own draft.
 */
export const judgeForeignDeletion = (
  requirement: RequirementId,
  on: OperationId,
  deletion: ForeignDeletion,
): Judgement => {
  const { foreign, by, own, sibling, never } = deletion;
  const caller = by === undefined ? '' : ` by ${by}`;
  const seen = [own, sibling, never, foreign].filter((each) => each !== undefined);
  return {
    requirement,
    operation: on,
    ...settle(on, deletion),
    wanted: 'a refusal, and the item to still exist on its own draft',
    got: `${statusText(foreign)} through the other draft${caller}, then ${statusText(own)} through its own`,
    exchanges: seen.map(({ n }) => n),
  };
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'foreign-deletion': judgeForeignDeletion,
};

/** Statuses of the answers to the deletions of an item through another draft and its own, of another item, and of an unknown one. */
interface Statuses {
  readonly foreign: number;
  readonly own: number;
  readonly sibling?: number;
  readonly never?: number;
}

/** Decision on answers with these statuses. */
const example = (
  what: string,
  verdict: Verdict,
  { foreign, own, sibling, never }: Statuses,
  on: OperationId = 'travel.car-delete',
): Example => ({
  what,
  verdict,
  judged: () => {
    const answer = (status: number | undefined, n: number) =>
      status === undefined ? undefined : sampleExchange(on, status, { n });
    return judgeForeignDeletion('TRAVEL-CAR-03', on, {
      foreign: sampleExchange(on, foreign, { n: 1 }),
      own: sampleExchange(on, own, { n: 2 }),
      sibling: answer(sibling, 3),
      never: answer(never, 4),
      unknownId: 'ID-03',
    });
  },
});

/** Decisions on made-up answers. */
export const examples: Examples = {
  'foreign-deletion': [
    example('the other draft answers 404, and the item is still there', 'pass', {
      foreign: 404,
      own: 200,
    }),
    example('the other draft answers 403, and the item is still there', 'pass', {
      foreign: 403,
      own: 204,
    }),
    example('the item is gone from its own draft', 'fail', {
      foreign: 200,
      own: 404,
      sibling: 200,
      never: 404,
    }),
    example('the other draft answers 404, and the item is gone all the same', 'fail', {
      foreign: 404,
      own: 404,
      sibling: 200,
    }),
    example('the other draft answers 200 and deletes nothing', 'fail', {
      foreign: 200,
      own: 200,
      never: 404,
    }),
    example('the other draft answers 500, and 404 for an id that was never used', 'fail', {
      foreign: 500,
      own: 200,
      never: 404,
    }),
    example(
      'the other draft answers 500, and the operation lists no 404',
      'inconclusive',
      { foreign: 500, own: 200, never: 404 },
      'travel.person-delete',
    ),
    example('the other draft answers 500 for any unknown id', 'inconclusive', {
      foreign: 500,
      own: 200,
      never: 500,
    }),
    example('any unknown id is answered with 200', 'inconclusive', {
      foreign: 200,
      own: 200,
      never: 200,
    }),
    example('nothing can be deleted', 'inconclusive', { foreign: 404, own: 404, sibling: 404 }),
    example('the item is gone, and nothing else can be deleted to compare with', 'inconclusive', {
      foreign: 404,
      own: 404,
    }),
    example('the other draft answers 503', 'inconclusive', { foreign: 503, own: 200 }),
    example('the other draft redirects', 'observed', { foreign: 302, own: 200 }),
  ],
};
