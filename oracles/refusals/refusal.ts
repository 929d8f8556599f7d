import type { KnownOperation } from '../../spec/operations.ts';
import { isAcceptedStatus, isSuccessStatus } from '../answers/answer-form.ts';
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

/** Verdict on the status of a probe that must be refused, before its control request was sent. */
export interface Decision {
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  readonly reason?: ReasonCode;
}

/** A decision, and the expected answer in words. */
export interface Refusal extends Decision {
  readonly wanted: string;
}

/** Decides a pass. */
export const PASS: Decision = { verdict: 'pass' };
/** Decides a fail. */
export const FAIL: Decision = { verdict: 'fail' };

/** Leaves a probe open. */
export const leaveOpen = (reason: ReasonCode): Decision => ({ verdict: 'inconclusive', reason });

const isRefused = (status: number) => status >= 400 && status < 500;

const lists = (status: number, { failures }: KnownOperation): boolean =>
  failures?.includes(status) ?? false;

/** Judgement rule for a kind of probe. */
interface Rule {
  /** Expected answer of an operation, in words. */
  readonly wanted: (operation: KnownOperation) => string;
  readonly decide: (status: number, operation: KnownOperation) => Decision;
}

/** W1, W2, S7: any 4xx is a refusal, a success fails, a server error is not judged. */
const decideAnyRefusal = (status: number): Decision => {
  if (isRefused(status)) return PASS;
  return isAcceptedStatus(status) ? FAIL : leaveOpen('other-code');
};

const ANY_REFUSAL: Rule = { wanted: () => 'a refusal (4xx)', decide: decideAnyRefusal };

/** S10: 401 and nothing else, since every operation lists it for this cause (S9 for 500). */
const UNAUTHENTICATED: Rule = {
  wanted: () => 'status 401',
  decide: (status) => {
    if (status === 401) return PASS;
    return isTransportStatus(status) ? leaveOpen('unlisted-sane-code') : FAIL;
  },
};

/** S10: 403, or 404 to conceal the object; 401 may be an expired credential of the harness. */
const WITHOUT_RIGHTS: Rule = {
  wanted: () => 'status 403, or 404 to conceal the object',
  decide: (status) => {
    if (status === 403 || status === 404) return PASS;
    if (status === 401) return leaveOpen('other-code');
    return isTransportStatus(status) ? leaveOpen('unlisted-sane-code') : FAIL;
  },
};

/** S5: G3 lists no 404, so any refusal will do. */
const refusesIdAnyhow = ({ detail }: KnownOperation): boolean => detail === 'G3';

/** S11, S5: 404 if it is listed, 400 for an impossible id; 403 may be about rights. */
const UNKNOWN_ID: Rule = {
  wanted: (operation) => {
    if (refusesIdAnyhow(operation)) return 'a refusal';
    return lists(404, operation) ? 'status 404' : 'a refusal, such as 404';
  },
  decide: (status, operation) => {
    if (refusesIdAnyhow(operation)) return decideAnyRefusal(status);
    if (status === 401 || status === 403 || isTransportStatus(status))
      return leaveOpen('other-code');
    if (isRefused(status)) return PASS;
    if (isSuccessStatus(status)) return FAIL;
    // S9: if 404 is listed for this cause a server error is a fault; S11: elsewhere only a success is.
    return operation.failures && (status === 500 || status === operation.success)
      ? FAIL
      : leaveOpen('other-code');
  },
};

/** S2, S4, S6: 400; any 4xx if the list names none. A 5xx has a requirement of its own. */
const badBody = (on402: Decision): Rule => ({
  wanted: (operation) => (lists(400, operation) ? 'status 400' : 'a refusal'),
  decide: (status, operation) => {
    if (isAcceptedStatus(status)) return FAIL;
    if (status >= 500) return leaveOpen('other-code');
    if (!lists(400, operation)) return PASS;
    if (status === 402) return on402;
    if (status === 401 || status === 403 || isTransportStatus(status))
      return leaveOpen('unlisted-sane-code');
    return PASS;
  },
});

const MALFORMED = badBody(leaveOpen('other-code'));

/** E10, S2, S9: like a malformed body, but a server error fails the field itself if a client status is listed. */
const BAD_FIELD: Rule = {
  ...MALFORMED,
  decide: (status, operation) =>
    status === 500 && lists(400, operation) ? FAIL : MALFORMED.decide(status, operation),
};

/** L1, S2: 400 or 402 if listed, any 4xx elsewhere; a redirection is neither (S1). */
const LEAD_EMAIL: Rule = {
  wanted: ({ failures }) => (failures ? 'a refusal with 400 or 402' : 'a refusal'),
  decide: (status, { failures }) => {
    if (isSuccessStatus(status)) return FAIL;
    // S9: a server error is the service's own fault if a client status is listed for the cause.
    if (failures && status === 500) return FAIL;
    if (!isRefused(status)) return leaveOpen('other-code');
    const isOther = [401, 403, 404].includes(status) || isTransportStatus(status);
    return failures && isOther ? leaveOpen('other-code') : PASS;
  },
};

/**
 * S9: a client's fault with a listed client status must not be answered with a server error; any other status leaves it open.
 */
const decideServerError = (status: number, operation: KnownOperation): Decision => {
  if (status !== 500) return status > 500 ? leaveOpen('disturbance') : PASS;
  return lists(400, operation) ? FAIL : leaveOpen('other-code');
};

const RULES: Readonly<Record<ProbeKind, Rule>> = {
  version: ANY_REFUSAL,
  country: ANY_REFUSAL,
  'missing-credential': UNAUTHENTICATED,
  'invalid-credential': UNAUTHENTICATED,
  'no-rights': WITHOUT_RIGHTS,
  'unknown-id': UNKNOWN_ID,
  // Any refusal passes; that 402 implies a valid request has a requirement of its own (STATUS-03).
  'unparseable-body': badBody(PASS),
  'wrong-shape': MALFORMED,
  'empty-body': MALFORMED,
  'no-server-error': {
    wanted: () => 'no server error, since a client error is listed for this fault',
    decide: decideServerError,
  },
  field: BAD_FIELD,
  'lead-email': LEAD_EMAIL,
};

/** Judges the status of a probe's answer; undefined is no answer. */
export const judgeRefusal = (
  kind: ProbeKind,
  operation: KnownOperation,
  status: number | undefined,
): Refusal => {
  const { wanted, decide } = RULES[kind];
  const decision =
    status === undefined || isDisturbance(status, operation.step)
      ? leaveOpen('disturbance')
      : decide(status, operation);
  return { ...decision, wanted: wanted(operation) };
};

/** S3: true if the lists have no status for this cause, so that this one will do, or any 4xx. */
const isUnlistedCause = (kind: ProbeKind, { detail }: KnownOperation, status: number): boolean => {
  if (kind === 'version' || kind === 'country') return true;
  // S11: an altered id may be an impossible one, which any operation may answer with 400.
  if (kind === 'unknown-id') return detail === 'G3' || status === 400;
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
  if (isUnlistedCause(kind, operation, status)) return undefined;
  // S10: a status that conceals an object from a caller without rights equals that of a missing one, listed or not.
  if (kind === 'no-rights' && status === 404) return undefined;
  return {
    ...(failures.includes(status) ? PASS : FAIL),
    wanted: `one of the listed statuses ${failures.join(', ')}`,
  };
};

/** BODY-05 (S9, S4, S6): a malformed body must not cause a server error if a client status is listed for it. */
export const judgeServerError = (
  kind: ProbeKind,
  operation: KnownOperation,
  status: number,
): Refusal | undefined => {
  if (kind !== 'unparseable-body' && kind !== 'wrong-shape' && kind !== 'empty-body') {
    return undefined;
  }
  return {
    ...decideServerError(status, operation),
    wanted: 'no server error for a malformed body',
  };
};

/** STATUS-03 (S2): a body that is not JSON is never answered with 402, which implies a valid request. */
export const judgeCalledValid = (
  kind: ProbeKind,
  operation: KnownOperation,
  status: number,
): Refusal | undefined => {
  if (kind !== 'unparseable-body' || !lists(402, operation) || !isRefused(status)) return undefined;
  return {
    ...(status === 402 ? FAIL : PASS),
    wanted: 'a refusal other than 402, which means that the request is valid',
  };
};
