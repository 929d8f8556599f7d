import type { KnownOperation } from '../../spec/operations.ts';
import { isAccepted, isSuccess } from '../answers/answer-form.ts';
import type { ReasonCode } from '../finding.ts';
import { isDisturbance, isTransportStatus } from '../../spec/transport-statuses.ts';

/** Kind of fault in a probe; one fault a request (S12). */
export type ProbeKind =
  | 'version'
  | 'country'
  | 'missing-credential'
  | 'invalid-credential'
  | 'no-rights'
  | 'unknown-id'
  | 'unparseable-body'
  | 'wrong-shape'
  | 'empty-body'
  | 'no-server-error'
  | 'field'
  | 'lead-email';

/** Judgement of a probe that should be refused, before its control request was sent. */
export interface Refusal {
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  readonly reason?: ReasonCode;
  readonly wanted: string;
}

const isRefused = (status: number) => status >= 400 && status < 500;

const pass = (wanted: string): Refusal => ({ verdict: 'pass', wanted });
const fail = (wanted: string): Refusal => ({ verdict: 'fail', wanted });
const open = (wanted: string, reason: ReasonCode): Refusal => ({
  verdict: 'inconclusive',
  reason,
  wanted,
});

type Rule = (status: number, operation: KnownOperation) => Refusal;

/** W1, W2, S7: any 4xx refuses, a success fails, a server error is not judged. */
const anyRefusal =
  (wanted: string): Rule =>
  (status) => {
    if (isRefused(status)) return pass(wanted);
    return isAccepted(status) ? fail(wanted) : open(wanted, 'other-code');
  };

/** S10: 401 and nothing else, since every operation lists it for this cause (S9 for 500). */
const unauthenticated: Rule = (status) => {
  const wanted = 'status 401';
  if (status === 401) return pass(wanted);
  return isTransportStatus(status) ? open(wanted, 'unlisted-sane-code') : fail(wanted);
};

/** S10: 403, or 404 to conceal; 401 may be a stale credential of the harness. */
const withoutRights: Rule = (status) => {
  const wanted = 'status 403, or 404 to conceal the object';
  if (status === 403 || status === 404) return pass(wanted);
  if (status === 401) return open(wanted, 'other-code');
  return isTransportStatus(status) ? open(wanted, 'unlisted-sane-code') : fail(wanted);
};

/** S11, S5: 404 if it is listed, 400 for an id that cannot be; 403 may be about rights. */
const unknownId: Rule = (status, operation) => {
  // S5: G3 lists no 404, so whatever refuses will do.
  if (operation.detail === 'G3') return anyRefusal('a refusal')(status, operation);
  const wanted = operation.failures?.includes(404) ? 'status 404' : 'a refusal, such as 404';
  if (status === 401 || status === 403 || isTransportStatus(status))
    return open(wanted, 'other-code');
  if (isRefused(status)) return pass(wanted);
  if (isSuccess(status)) return fail(wanted);
  // S9: if 404 is listed for this cause a server error is a fault; S11: elsewhere only a success is.
  return operation.failures && (status === 500 || status === operation.success)
    ? fail(wanted)
    : open(wanted, 'other-code');
};

/** S2, S4, S6: 400; any 4xx if the list names none. The 5xx has a requirement of its own. */
const badBody =
  (on402: 'pass' | 'inconclusive'): Rule =>
  (status, operation) => {
    const listed = operation.failures?.includes(400) === true;
    const wanted = listed ? 'status 400' : 'a refusal';
    if (isAccepted(status)) return fail(wanted);
    if (status >= 500) return open(wanted, 'other-code');
    if (!listed) return pass(wanted);
    if (status === 402) return on402 === 'pass' ? pass(wanted) : open(wanted, 'other-code');
    if (status === 401 || status === 403 || isTransportStatus(status)) {
      return open(wanted, 'unlisted-sane-code');
    }
    return pass(wanted);
  };

/** E10, S2, S9: like a malformed body, but a server error is the field's own fault if a client status is listed. */
const badField: Rule = (status, operation) => {
  const judged = badBody('inconclusive')(status, operation);
  const listed = operation.failures?.includes(400) ?? false;
  return status === 500 && listed ? fail(judged.wanted) : judged;
};

/** L1, S2: 400 or 402 if a list has them, any 4xx elsewhere; a redirection says neither (S1). */
const leadEmail: Rule = (status, { failures }) => {
  const wanted = failures ? 'a refusal with 400 or 402' : 'a refusal';
  if (isSuccess(status)) return fail(wanted);
  // S9: a server error is the service's own fault if a client code is listed for the cause.
  if (failures && status === 500) return fail(wanted);
  if (!isRefused(status)) return open(wanted, 'other-code');
  const isOther = [401, 403, 404].includes(status) || isTransportStatus(status);
  return failures && isOther ? open(wanted, 'other-code') : pass(wanted);
};

/** S9: a cause with a listed client status must not be a server error; any other answer is open. */
const noServerError: Rule = (status, operation) => {
  const wanted = 'no server error, since a client error is listed for this fault';
  if (status !== 500) return status > 500 ? open(wanted, 'disturbance') : pass(wanted);
  return operation.failures?.includes(400) ? fail(wanted) : open(wanted, 'other-code');
};

const RULES: Readonly<Record<ProbeKind, Rule>> = {
  version: anyRefusal('a refusal (4xx)'),
  country: anyRefusal('a refusal (4xx)'),
  'missing-credential': unauthenticated,
  'invalid-credential': unauthenticated,
  'no-rights': withoutRights,
  'unknown-id': unknownId,
  // Refused is refused; that 402 calls the request valid has a requirement of its own (STATUS-03).
  'unparseable-body': badBody('pass'),
  'wrong-shape': badBody('inconclusive'),
  'empty-body': badBody('inconclusive'),
  'no-server-error': noServerError,
  field: badField,
  'lead-email': leadEmail,
};

/** Judges the status that a probe was answered with; undefined is no answer at all. */
export const judgeRefusal = (
  kind: ProbeKind,
  operation: KnownOperation,
  status: number | undefined,
): Refusal => {
  const rule = RULES[kind];
  if (status === undefined || isDisturbance(status, operation.step)) {
    return open(rule(400, operation).wanted, 'disturbance');
  }
  return rule(status, operation);
};

/** S3: whether the lists leave this cause without a code, so that any 4xx will do. */
const isUnlistedCause = (kind: ProbeKind, { detail }: KnownOperation): boolean => {
  if (kind === 'version' || kind === 'country') return true;
  if (kind === 'unknown-id') return detail === 'G3';
  const isBody =
    kind === 'unparseable-body' ||
    kind === 'wrong-shape' ||
    kind === 'empty-body' ||
    kind === 'field';
  return isBody && (detail === 'G1' || detail === 'G4');
};

/** STATUS-02 (S3, S8): a refusal uses a listed status; undefined if the lists do not decide it. */
export const judgeListedStatus = (
  kind: ProbeKind,
  operation: KnownOperation,
  status: number,
): Refusal | undefined => {
  const { failures } = operation;
  if (!failures || !isRefused(status) || isTransportStatus(status)) return undefined;
  if (isUnlistedCause(kind, operation)) return undefined;
  // S10: what conceals a thing from a caller without right answers as if it were not there, whatever the list holds.
  if (kind === 'no-rights' && status === 404) return undefined;
  const wanted = `one of the listed statuses ${failures.join(', ')}`;
  return failures.includes(status) ? pass(wanted) : fail(wanted);
};

/** BODY-05 (S9, S4, S6): the client's malformed body is not a server error, if a client code is listed for it. */
export const judgeServerError = (
  kind: ProbeKind,
  operation: KnownOperation,
  status: number,
): Refusal | undefined => {
  if (kind !== 'unparseable-body' && kind !== 'wrong-shape' && kind !== 'empty-body') {
    return undefined;
  }
  const wanted = 'no server error for a malformed body';
  if (status < 500) return pass(wanted);
  if (status !== 500) return open(wanted, 'disturbance');
  return operation.failures?.includes(400) ? fail(wanted) : open(wanted, 'other-code');
};

/** STATUS-03 (S2): a body that is not JSON is never answered with 402, which means that the request was valid. */
export const judgeCalledValid = (
  kind: ProbeKind,
  operation: KnownOperation,
  status: number,
): Refusal | undefined => {
  if (kind !== 'unparseable-body' || operation.failures?.includes(402) !== true) return undefined;
  if (!isRefused(status)) return undefined;
  const wanted = 'a refusal other than 402, which means that the request is valid';
  return status === 402 ? fail(wanted) : pass(wanted);
};
