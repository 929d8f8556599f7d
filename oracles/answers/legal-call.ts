import type { Exchange } from '../../spec/exchange.ts';
import { operation } from '../../spec/operations.ts';
import type { Facts } from '../facts.ts';
import {
  type Answered,
  isAccepted,
  isRefused,
  isSuccessStatus,
  statusText,
} from './answer-form.ts';
import type { Judgement, ReasonCode } from '../finding.ts';
import { headerOf } from './json-body.ts';
import { textHash } from '../../spec/text-hash.ts';
import { isDisturbance, isNotServed, isTransportStatus } from '../../spec/transport-statuses.ts';

type Result = Pick<Judgement, 'requirement' | 'verdict' | 'wanted' | 'body'> & {
  reason?: ReasonCode;
};

/** Operations that may refuse by a tariff rule that the specification does not state (V17). */
const MAY_REFUSE = new Set([
  'price-info',
  'price-request',
  'token-terms',
  'contract-create',
  'payment-status',
  'contract-get',
  'contract-download',
]);

const SERVED = 'the call to be served';
const DRAFT_SERVED = 'the draft to be readable by its creator';

const onPath = (verdict: 'observed' | 'inconclusive', reason: ReasonCode): Result => ({
  requirement: 'PATH-01',
  verdict,
  reason,
  wanted: SERVED,
});

const isAnswered = ({ operation, response, exchange }: Answered): boolean => {
  if (isSuccessStatus(response.status) || response.status === operation.success) return true;
  // S1: if no status is stated, a redirection with a Location may be the success.
  const redirected = response.status >= 300 && response.status < 400;
  return redirected && (operation.success !== null || headerOf(exchange, 'location') !== undefined);
};

/** S14, and a download that may not be ready: calls that may report their object as missing. */
const mayBeMissing = ({ operation, response, facts }: Answered): Result | undefined => {
  const { features, decisions } = facts;
  const observed = onPath('observed', 'not-declared');
  if (operation.comingSoon && !features.landlordLeads) return observed;
  if (response.status !== 404) return undefined;
  if (operation.step === 'payment-status' && !decisions.paymentStatusExists) return observed;
  if (operation.step !== 'contract-download' || decisions.downloadReady === true) return undefined;
  return decisions.downloadReady === false ? observed : onPath('inconclusive', 'not-declared');
};

const notServed = (answered: Answered): Result => {
  const missing = mayBeMissing(answered);
  if (missing) return missing;
  const { operation, response } = answered;
  // The journey reads a draft that it has just created, so a 404 there is about the draft, not the path (D3).
  const requirement =
    operation.step === 'draft-get' && response.status === 404 ? 'DRAFT-01' : 'PATH-01';
  const wanted = requirement === 'DRAFT-01' ? DRAFT_SERVED : SERVED;
  return { requirement, verdict: 'fail', wanted };
};

const refused = (answered: Answered): Result => {
  const { operation, response, exchange } = answered;
  const { status } = response;
  const wanted = 'a legal request to be accepted';
  // The client has retried it already (S8).
  if (isDisturbance(status, operation.step)) return onPath('inconclusive', 'disturbance');
  if (isNotServed(status)) return notServed(answered);
  const sound = 'no server error for a legal request';
  if (status >= 500) return { requirement: 'ERROR-01', verdict: 'fail', wanted: sound };
  const open = { requirement: 'LEGAL-01', verdict: 'inconclusive', wanted } as const;
  if (isTransportStatus(status)) return { ...open, reason: 'unlisted-sane-code' };
  // D3: the creator of a draft can read it; only a 401 may be an expired credential of ours.
  if (operation.step === 'draft-get' && status !== 401) {
    return { requirement: 'DRAFT-01', verdict: 'fail', wanted: DRAFT_SERVED };
  }
  // G3's body is judged like a write (V17); a body that is not shown is the target's guess (P4).
  const isGuess = !operation.request.shown;
  const free = isGuess || (MAY_REFUSE.has(operation.step) && operation.detail !== 'G3');
  // 402 reports an unstated business rule (L2).
  if (status === 401 || status === 403 || status === 402 || free)
    return { ...open, reason: 'unstated-rule' };
  const { body } = exchange.request;
  return {
    requirement: 'LEGAL-01',
    verdict: 'fail',
    wanted,
    ...(body && { body: textHash(body.text) }),
  };
};

/**
 * PATH-01, LEGAL-01, ERROR-01, DRAFT-01: permitted answers to a legal call on existing objects (S9, S14, S16, V17, D3). A call
 * that is not served fails only its path; a refusal or a server error is no evidence about the other three.
 */
export const judgeLegalCall = (answered: Answered): readonly Judgement[] => {
  const { exchange, operation, response } = answered;
  if (exchange.intent !== 'legal') return [];
  const base = {
    operation: operation.id,
    got: `status ${response.status}`,
    exchanges: [exchange.n],
  };
  if (!isAnswered(answered)) return [{ ...refused(answered), ...base }];
  const passes = ['PATH-01', 'LEGAL-01', 'ERROR-01'] as const;
  const judgements: Judgement[] = passes.map((requirement) => ({
    requirement,
    verdict: 'pass',
    wanted: SERVED,
    ...base,
  }));
  if (operation.step !== 'draft-get') return judgements;
  return [
    ...judgements,
    { requirement: 'DRAFT-01', verdict: 'pass', wanted: DRAFT_SERVED, ...base },
  ];
};

/**
 * The same for a legal call on a used draft. State and order of steps are free (R5): a service may refuse a change, a price or
 * a contract there, without a judgement. A draft remains readable (D3, D13), and its paths exist while it is served (S16).
 * `isServed`: a read after the call was answered.
 */
export const judgeCallOnUsed = (
  exchange: Exchange,
  isServed: boolean,
  facts: Facts,
): readonly Judgement[] => {
  const { operation: on, response } = exchange;
  if (on === undefined || !response) return [];
  const row = operation(on);
  const { status } = response;
  const asLegal: Exchange = { ...exchange, intent: 'legal' };
  const answered = { exchange: asLegal, operation: row, response, facts };
  const isOfPath = status === 405 || (status === 404 && isServed);
  const isRefused = status >= 300 && status < 500 && !isAnswered(answered) && !isOfPath;
  return isRefused && row.step !== 'draft-get' ? [] : judgeLegalCall(answered);
};

/** Statuses of a refusal because of the draft's state (S18). */
export const OF_STATE: readonly number[] = [409, 423];

/** Statuses about the caller or the path, not about the state of a draft. */
const NOT_OF_STATE: readonly number[] = [401, 403, 404, 405];

/** True for a lead that was refused by an unstated rule or for the state of its draft (L2, S18). */
export const isLeadRefusedByState = (lead: Exchange): boolean =>
  isRefused(lead) &&
  !NOT_OF_STATE.includes(lead.response.status) &&
  !isTransportStatus(lead.response.status);

/**
 * PATH-01, LEGAL-01, ERROR-01: the answer to a lead of a draft that was never priced, or had a lead before. The order of steps is
 * free (R5), so a service may refuse it for the state of the draft (L2, S18); any other answer is judged as that to a legal call.
 */
export const judgeLeadInOrder = (exchange: Exchange, facts: Facts): readonly Judgement[] => {
  const { operation: on, response } = exchange;
  if (on === undefined || !response || isLeadRefusedByState(exchange)) return [];
  const asLegal: Exchange = { ...exchange, intent: 'legal' };
  return judgeLegalCall({ exchange: asLegal, operation: operation(on), response, facts });
};

/**
 * LEGAL-01 (V17, rule section 0): a used draft refuses the content that it holds, but takes another content, even twice.
 * Neither its state nor the lack of a change can then be the reason. `again`: the content once more, unless the other one may
 * have been merged into it (D1); if it is taken then, the refusal was temporary. Undefined if the answers show anything else.
 */
export const judgeRefusedContent = (
  held: Exchange,
  other: readonly [Exchange, Exchange],
  again: Exchange | undefined,
  facts: Facts,
): Judgement | undefined => {
  const { operation: on, response } = held;
  if (on === undefined || !response || OF_STATE.includes(response.status)) return undefined;
  if (!isRefused(held) || !other.every(isAccepted)) return undefined;
  const judged = refused({ exchange: held, operation: operation(on), response, facts });
  if (judged.verdict !== 'fail' || judged.requirement !== 'LEGAL-01') return undefined;
  return {
    ...judged,
    ...(isAccepted(again) && ({ verdict: 'inconclusive', reason: 'intermittent' } as const)),
    operation: on,
    wanted: 'a draft that takes other updates to take the legal content that it holds',
    got: `status ${response.status}`,
    exchanges: [held.n],
    twin: other[0].n,
  };
};

/**
 * PATH-01, LEGAL-01, DRAFT-01 (rule section 0): a legal call was refused, and served later although nothing had changed in between.
 * Undefined if the status is free, or may be that of our own credential.
 */
export const judgeTemporaryRefusal = (
  { refused: before, served }: { readonly refused: Exchange; readonly served: Exchange },
  facts: Facts,
): Judgement | undefined => {
  const { operation: on, response } = before;
  if (on === undefined || !response || OF_STATE.includes(response.status)) return undefined;
  const judged = refused({ exchange: before, operation: operation(on), response, facts });
  if (judged.verdict !== 'fail') return undefined;
  return {
    ...judged,
    operation: on,
    wanted: 'the same answer to a legal call that is sent again, since nothing has changed',
    got: `status ${response.status}, then ${statusText(served)}`,
    exchanges: [before.n],
    twin: served.n,
  };
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'temporary-refusal': judgeTemporaryRefusal,
  'call-on-used': judgeCallOnUsed,
  'lead-in-order': judgeLeadInOrder,
  'refused-content': judgeRefusedContent,
};
