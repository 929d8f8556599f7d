import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { isDisturbance, isTransportStatus } from '../../spec/transport-statuses.ts';
import {
  isAcceptedStatus,
  isReportedMissing,
  isServed,
  isSuccessStatus,
  statusText,
} from '../answers/answer-form.ts';
import type { Facts } from '../facts.ts';
import type { Judgement } from '../finding.ts';
import { isObject, jsonBody } from '../answers/json-body.ts';
import { LANDLORD_VALUES, valueAt } from '../answers/landlord-draft.ts';
import { resourceIn } from '../answers/resource.ts';
import { sameMeaning } from '../state/read-back.ts';

/** A call of another identity on the owner's object. */
export interface ForeignCall {
  readonly foreign: Exchange;
  /** The same call by the owner, accepted: before a read, after a change that was refused. */
  readonly own?: Exchange | undefined;
  /** Effect that its answer, or the owner's next read, shows if the other identity was accepted. */
  readonly effect?: ForeignEffect | undefined;
}

type Settled = Pick<Judgement, 'verdict' | 'reason'>;

/** D10, S10, S8, S9: the verdict if the status alone decides whether the other identity was refused. */
const settledBy = (on: OperationId, status: number | undefined): Settled => {
  if (status === undefined || isDisturbance(status)) {
    return { verdict: 'inconclusive', reason: 'disturbance' };
  }
  if (status === 403 || status === 404) return { verdict: 'pass' };
  if (isSuccessStatus(status) || status === 303) return { verdict: 'fail' };
  if (isTransportStatus(status)) return { verdict: 'inconclusive', reason: 'unlisted-sane-code' };
  const isListed = operation(on).failures?.includes(403) === true;
  if (status === 500 && isListed) return { verdict: 'fail' };
  // A 401 may be an expired credential of ours.
  return { verdict: 'inconclusive', reason: 'other-code' };
};

/** True if the other identity was accepted, so that its effect must be examined. */
export const isStrangerAccepted = ({ response }: Exchange): boolean =>
  response !== undefined && (isSuccessStatus(response.status) || response.status === 303);

/** True if the owner's own call was accepted; a redirection may be a success (S1). */
export const isControlAccepted = ({ response }: Exchange): boolean =>
  isAcceptedStatus(response?.status ?? 0);

/** K4: true if the result of a call is known, so that Assay may request the contract again. */
export const isAnswered = ({ response }: Exchange): boolean =>
  !isDisturbance(response?.status, 'contract-create');

const settle = (on: OperationId, call: ForeignCall): Settled => {
  const { foreign, own, effect } = call;
  const settled = settledBy(on, foreign.response?.status);
  if (settled.verdict === 'fail' && effect?.isThere === false)
    return { verdict: 'inconclusive', reason: 'other-code' };
  const isProven = own !== undefined && isControlAccepted(own);
  return settled.verdict === 'pass' && !isProven
    ? { verdict: 'inconclusive', reason: 'twin-refused' }
    : settled;
};

/** D10: an identity that may read a draft may also request its terms with GET. */
const isOpen = (on: OperationId, { decisions }: Pick<Facts, 'decisions'>): boolean => {
  const { step, method } = operation(on);
  return decisions.othersMay === 'read' && step === 'token-terms' && method === 'GET';
};

/**
 * AUTH-05, AUTH-06 (D10, S10): the answer to another identity on an operation without rights to it. A refusal counts only if
 * the service accepts the owner's own call; an acceptance does not count if its effect shows that nothing was done.
 */
export const judgeForeignCall = (
  requirement: 'AUTH-05' | 'AUTH-06',
  on: OperationId,
  call: ForeignCall,
  facts: Pick<Facts, 'decisions'>,
): Judgement => {
  const { foreign, own, effect } = call;
  const settled: Settled = isOpen(on, facts)
    ? { verdict: 'observed', reason: 'specification-silent' }
    : settle(on, call);
  const seen = effect === undefined ? '' : `; ${effect.what}`;
  const others = [...(own ? [own.n] : []), ...(effect?.exchanges ?? [])];
  return {
    requirement,
    operation: on,
    ...settled,
    wanted: 'status 403, or 404 to conceal the object, for another identity',
    got: `${statusText(foreign)}${seen}`,
    exchanges: [...others, foreign.n],
    ...(own ? { twin: own.n } : {}),
  };
};

/** Evidence that another identity read, changed or deleted an object of the owner (D10). */
export interface ForeignEffect {
  readonly isThere: boolean;
  /** One clause. */
  readonly what: string;
  /** The owner's exchanges that show it. */
  readonly exchanges: readonly number[];
}

/** Every scalar of a JSON body, with its place. */
const leavesOf = (value: unknown, place = ''): readonly string[] => {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value) || isObject(value))
    return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, `${place}/${key}`));
  return [`${place} ${JSON.stringify(value)}`];
};

/** Values of a body, except ids that its caller has sent; a body that is not JSON is one value. */
const contentOf = ({ request, response }: Exchange): readonly string[] => {
  const body = jsonBody(response?.body);
  if (!body.ok) return response?.body.text ? ['a document'] : [];
  const ids = new URL(request.url).pathname.split('/').map(decodeURIComponent);
  const isId = (leaf: string) =>
    ids.some((id) => [` ${id}`, ` "${id}"`].some((end) => leaf.endsWith(end)));
  return leavesOf(body.value).filter((leaf) => !isId(leaf));
};

/** Effect of a read by another identity: it shows a value of the owner's own read, except ids that it has sent itself. */
export const shownToOther = (foreign: Exchange, own: Exchange): ForeignEffect => {
  const shown = new Set(contentOf(own));
  // An equal answer is all that can be observed if the owner gets no content either.
  const isThere = shown.size === 0 || contentOf(foreign).some((leaf) => shown.has(leaf));
  const what = isThere
    ? 'answered as for the owner'
    : 'the answer holds nothing that the owner reads';
  return { isThere, what, exchanges: [own.n] };
};

/**
 * Effect of a write by another identity: the owner's landlord draft shows its values; undefined if it shows no value that
 * differs (D2). `before`: the owner's content.
 */
export const writtenByOther = (
  before: unknown,
  sent: unknown,
  read: Exchange,
): ForeignEffect | undefined => {
  if (!isServed(read)) return undefined;
  const shown = resourceIn(read);
  const isIn = (root: unknown, pointer: string) => (valueAt(root, pointer) ?? null) !== null;
  const rows = LANDLORD_VALUES.filter(
    (row) =>
      [before, sent, shown].every((root) => isIn(root, row.pointer)) &&
      !sameMeaning(row, valueAt(before, row.pointer), valueAt(sent, row.pointer)),
  );
  const [first] = rows;
  if (!first) return undefined;
  const taken = rows.find((row) =>
    sameMeaning(row, valueAt(sent, row.pointer), valueAt(shown, row.pointer)),
  );
  const what = taken
    ? `the owner then reads ${taken.pointer} as it was sent`
    : `the owner then reads ${first.pointer} as before`;
  return { isThere: taken !== undefined, what, exchanges: [read.n] };
};

/**
 * Effect of a deletion by another identity: the owner finds the item missing, or deletes it for the first time, as the refusal
 * of a second deletion shows (D6). Undefined if neither is observable.
 */
export const deletedByOther = (first: Exchange, second: Exchange): ForeignEffect | undefined => {
  if (isReportedMissing(first))
    return {
      isThere: true,
      what: 'after that, the object does not exist for the owner',
      exchanges: [first.n],
    };
  if (!isSuccessStatus(first.response?.status ?? 0) || !isReportedMissing(second)) return undefined;
  const what = `the owner's deletion is then answered with ${statusText(first)}, and the repeat with ${statusText(second)}`;
  return { isThere: false, what, exchanges: [first.n, second.n] };
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'foreign-call': judgeForeignCall,
};
