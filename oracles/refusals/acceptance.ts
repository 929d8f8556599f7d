import { type RequirementId, requirementOf } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { type KnownOperation, operation, type OperationId } from '../../spec/operations.ts';
import { isRefused, isSuccessStatus, statusText } from '../answers/answer-form.ts';
import type { Facts } from '../facts.ts';
import type { Absences, Judgement, ReasonCode } from '../finding.ts';
import { textHash } from '../../spec/text-hash.ts';
import { isDisturbance, isTransportStatus } from '../../spec/transport-statuses.ts';
import { endText, type Followed } from './draft-fault.ts';
import type { Stage } from '../../spec/declared-checkpoint.ts';
import { judgeBlocked } from '../blame/blocked.ts';

/** Statuses for an unknown method or path; a fault of its own if another call reaches it (S16). */
const NOT_SERVED = new Set([405, 501]);

/**
 * Judges the acceptance of a legal variant of a call (W1, W2, D7, D8): a success passes, a refusal or a server error fails
 * before its control request was sent, a redirection is only observed (W2), and statuses of the environment settle nothing.
 */
export const judgeAcceptance = (
  exchange: Exchange,
  operation: KnownOperation,
  requirement: RequirementId,
  wanted: string,
): Judgement => {
  const status = exchange.response?.status;
  const base = {
    requirement,
    operation: operation.id,
    wanted,
    got: statusText(exchange),
    exchanges: [exchange.n],
  };
  if (status === undefined || isDisturbance(status, operation.step)) {
    return { ...base, verdict: 'inconclusive', reason: 'disturbance' };
  }
  if (isSuccessStatus(status) || status === operation.success) return { ...base, verdict: 'pass' };
  if (status < 400) return { ...base, verdict: 'observed', reason: 'specification-silent' };
  const isOpen = isTransportStatus(status) && !NOT_SERVED.has(status);
  if (isOpen && !requirementOf(requirement).isRefusedByAnyCode)
    return { ...base, verdict: 'inconclusive', reason: 'unlisted-sane-code' };
  return { ...base, verdict: 'fail' };
};

/**
 * A refusal that did not recur for the same call: about neither the call nor its control request. If the target does not
 * declare that a payment status exists, or declares that a document takes time, one that exists intermittently is only observed
 * (S14, S16).
 */
export const notRepeated = (
  judged: Judgement,
  { step }: KnownOperation,
  { decisions: { paymentStatusExists, downloadReady } }: Facts,
): Judgement =>
  judged.status === 404 &&
  ((step === 'payment-status' && !paymentStatusExists) ||
    (step === 'contract-download' && downloadReady === false))
    ? { ...judged, verdict: 'observed', reason: 'not-declared', reached: true }
    : { ...judged, verdict: 'inconclusive', reason: 'intermittent' };

/** Outcome of a control request: accepted in this exchange, only observed, or refused as well. */
export type ControlAnswer =
  { readonly accepted: Exchange } | { readonly observed: ReasonCode } | 'refused';

const isTaken = ({ response }: Exchange): boolean => (response?.status ?? 599) < 400;

/** Settles a refusal with an accepted control request (S9): a server error is a fault of the service, not a refusal. */
export const withAcceptedControl = (
  judged: Judgement,
  status: number | undefined,
  control: number,
): readonly Judgement[] =>
  status === 500
    ? [
        { ...judged, requirement: 'ERROR-01', twin: control },
        { ...judged, verdict: 'inconclusive', reason: 'blocked-by', blockedBy: 'ERROR-01' },
      ]
    : [{ ...judged, twin: control }];

/** The same without an accepted control request: not judged. */
export const withoutAcceptedControl = (judged: Judgement): readonly Judgement[] => [
  { ...judged, verdict: 'inconclusive', reason: 'twin-refused' },
];

/** Settles a refused legal value with its control request (V17, S9). `absences`: the optional fields that its body lacks. */
export const settleRefusal = (
  refused: Judgement,
  { response }: Exchange,
  control: ControlAnswer,
  absences?: Absences,
): readonly Judgement[] => {
  // A server error (S9) is about no field.
  const judged = absences && response?.status !== 500 ? { ...refused, absences } : refused;
  if (control === 'refused') return withoutAcceptedControl(judged);
  if ('observed' in control) return [{ ...judged, verdict: 'observed', reason: control.observed }];
  return isTaken(control.accepted)
    ? withAcceptedControl(judged, response?.status, control.accepted.n)
    : withoutAcceptedControl(judged);
};

/** Judges a legal value whose stage was not reached: the write has its own cells. */
export const judgeStageNotReached = (
  requirement: RequirementId,
  on: OperationId,
  wanted: string,
  followed: Followed,
  stage: Stage,
): Judgement => ({
  requirement,
  operation: on,
  verdict: 'inconclusive',
  reason: 'blocked-by',
  blockedBy: stage === 'write' ? 'DRAFT-02' : 'LEGAL-01',
  wanted,
  got: followed.stuck ?? endText(followed),
  exchanges: followed.legs.map(({ exchange }) => exchange.n),
});

/** V17: a price refused with 402 may follow a tariff rule that the specification does not state. */
const mayBeTariff = ({ operation: on, status }: Judgement): boolean =>
  operation(on).step === 'price-request' && status === 402;

/** Re-attributes a refusal to legal requests in general if the value is accepted elsewhere: it is due to no absence alone. */
export const judgeAcceptedElsewhere = ({
  from: _from,
  absences: _absences,
  ...refused
}: Judgement): Judgement =>
  mayBeTariff(refused)
    ? { ...refused, requirement: 'LEGAL-01', verdict: 'inconclusive', reason: 'unstated-rule' }
    : { ...refused, requirement: 'LEGAL-01' };

/**
 * V17: a service that refuses an object without its optional fields because one of them is missing breaks the requirement of
 * that field alone. `refused` is the refused object, `absence` the outcome of a body that lacks one of the fields.
 */
export const judgeBlamedAbsence = (refused: Judgement, absence: Judgement): Judgement =>
  refused.verdict === 'fail' && absence.verdict === 'fail'
    ? judgeBlocked(refused, absence.requirement)
    : refused;

/** Statuses of a refusal for another reason than the content: credentials, rights, payment, a missing or locked object. */
const OTHER_REASONS: readonly number[] = [401, 402, 403, 404, 409, 423];

/** True for a refusal that may be due to the content of the request alone. */
export const isContentRefused = (exchange: Exchange | undefined): exchange is Exchange =>
  isRefused(exchange) &&
  !isTransportStatus(exchange.response.status) &&
  !OTHER_REASONS.includes(exchange.response.status);

/**
 * V17: a body that is refused because of one value, or the lack of one, although the rest of its content is accepted with
 * another one. `accepted` differs from it in nothing else. `draft`: the content of the draft on which both were sent, which
 * tells sightings with equal bodies apart. `absences`: the optional fields that the refused body lacks. Undefined if the
 * answers show anything else.
 */
export const judgeDecisiveValue = (
  requirement: RequirementId,
  wanted: string,
  refused: Exchange,
  accepted: Exchange,
  draft?: object,
  absences?: Absences,
): Judgement | undefined => {
  const { operation: on, request } = refused;
  if (on === undefined || !isContentRefused(refused)) return undefined;
  const judged = judgeAcceptance(refused, operation(on), requirement, wanted);
  const [settled] = settleRefusal(judged, refused, { accepted }, absences);
  const { text } = request.body ?? {};
  return judged.verdict === 'fail' && settled
    ? { ...settled, ...(text && { body: textHash(`${text}${JSON.stringify(draft) ?? ''}`) }) }
    : undefined;
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  acceptance: judgeAcceptance,
  'not-met-again': notRepeated,
  'settled-refusal': settleRefusal,
  'stage-not-reached': judgeStageNotReached,
  'at-large': judgeAcceptedElsewhere,
  'blamed-absence': judgeBlamedAbsence,
  'decisive-value': judgeDecisiveValue,
};
