import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { bodyRows, operationsWithBody } from '../../spec/requirements/field-bodies.ts';
import { legalRequirementId } from '../../spec/requirements/legal-values.ts';
import { textHash } from '../../spec/text-hash.ts';
import { isDisturbance, isTransportStatus } from '../../spec/transport-statuses.ts';
import { isSuccessStatus, statusText } from '../answers/answer-form.ts';
import type { Facts } from '../facts.ts';
import type { Judgement, ReasonCode } from '../finding.ts';
import { judgeListedStatus, judgeRefusal } from './refusal.ts';

/** A fault of a draft's e-mail address, and the creation of a lead on which it is tried. */
export interface TriedLead {
  readonly requirement: RequirementId;
  readonly operation: OperationId;
  readonly pointer: string;
  /** In words. */
  readonly what: string;
}

const subjectOf = (
  { requirement, operation: on, what, pointer }: TriedLead,
  wanted = 'a refusal',
): Pick<Judgement, 'requirement' | 'operation' | 'wanted' | 'where'> => ({
  requirement,
  operation: on,
  wanted: `${wanted}: ${what}`,
  where: pointer,
});

const open = (reason: ReasonCode): Pick<Judgement, 'verdict' | 'reason'> => ({
  verdict: 'inconclusive',
  reason,
});

/**
 * LEAD-01, LEAD-02 (L1, S3): a lead by EMAIL of a draft with the fault, and the accepted one (`twin`) of a draft without it.
 * `priced`: its draft was priced before; `mixedUpBy`: broken requirement because of which the draft may be another one.
 */
export const judgeLead = (
  lead: TriedLead,
  exchange: Exchange,
  control: number,
  priced: boolean,
  mixedUpBy?: RequirementId | null,
): readonly Judgement[] => {
  const status = exchange.response?.status;
  const row = operation(lead.operation);
  const { wanted, ...judged } = judgeRefusal('lead-email', row, status);
  // An accepted lead may belong to a draft that another body was written to (D11).
  const isElsewhere = judged.verdict === 'fail' && isSuccessStatus(status ?? 0) && mixedUpBy;
  const refusal = isElsewhere ? { ...open('blocked-by'), blockedBy: mixedUpBy } : judged;
  const base = {
    got: `${statusText(exchange)}${priced ? ' on a priced draft' : ''}`,
    exchanges: [exchange.n],
    twin: control,
  };
  const main: Judgement = { ...subjectOf(lead, wanted), ...base, ...refusal };
  // One deviation fails once (S3).
  const listed =
    main.verdict === 'pass' && status !== undefined
      ? judgeListedStatus('lead-email', row, status)
      : undefined;
  return listed
    ? [main, { ...base, ...listed, requirement: 'STATUS-02', operation: row.id }]
    : [main];
};

/**
 * E9: if the write refuses a malformed address, nothing can be observed. An absent address is covered by another cell:
 * `blockedBy` is the legal value for its absence, if there is one.
 */
export const judgeUnwrittenLead = (
  lead: TriedLead,
  refusal: Exchange,
  blockedBy?: RequirementId | null,
): Judgement => {
  const status = refusal.response?.status;
  const subject = { ...subjectOf(lead), got: `${statusText(refusal)} at the write` };
  const shown = { ...subject, exchanges: [refusal.n] };
  if (status === undefined || isTransportStatus(status) || isDisturbance(status))
    return { ...shown, verdict: 'inconclusive', reason: 'disturbance' };
  if (status === 401 || status >= 500)
    return { ...shown, verdict: 'inconclusive', reason: 'other-code' };
  if (lead.requirement === 'LEAD-02')
    return { ...shown, verdict: 'observed', reason: 'specification-silent' };
  const blamed = blockedBy ? { blockedBy } : {};
  return { ...shown, verdict: 'inconclusive', reason: 'blocked-by', ...blamed };
};

/** L2: a service that accepts leads only after a price, and refuses to price such a draft, shows nothing. */
export const judgeUnpricedLead = (lead: TriedLead, price?: Exchange | null): Judgement => ({
  ...subjectOf(lead),
  verdict: 'observed',
  reason: 'specification-silent',
  got: 'not reached: a lead needs a price, and the faulty draft gets none',
  exchanges: price ? [price.n] : [],
});

/** S14, S1, L2: judges an answer other than a success to a lead of a legal draft. */
const unsettled = (
  { operation: on }: TriedLead,
  status: number | undefined,
  { features }: Facts,
): Pick<Judgement, 'verdict' | 'reason'> => {
  const isMissing = status !== undefined && [404, 405, 501].includes(status);
  if (isMissing && operation(on).comingSoon && !features.landlordLeads)
    return { verdict: 'observed', reason: 'not-declared' };
  if (status === undefined) return open('disturbance');
  if (status < 400) return { verdict: 'observed', reason: 'specification-silent' };
  if (isTransportStatus(status)) return open('disturbance');
  return open(status === 402 ? 'unstated-rule' : 'twin-refused');
};

/** Judgement if the lead of the draft without the fault was not created. */
export const judgeLeadControl = (lead: TriedLead, exchange: Exchange, facts: Facts): Judgement => ({
  requirement: lead.requirement,
  operation: lead.operation,
  ...unsettled(lead, exchange.response?.status, facts),
  wanted: 'a lead by EMAIL for a valid e-mail address to be accepted',
  got: statusText(exchange),
  exchanges: [exchange.n],
});

const LEAD_BODIES = ['lead', 'gap-lead'] as const;

/** The requirement on the acceptance of a lead, by the body of its operation. */
const refusedLead = (body: (typeof LEAD_BODIES)[number]): RequirementId => {
  const row = bodyRows(body).find(({ pointer }) => pointer === '/transport');
  if (!row) throw new Error(`${body} has no transport`);
  return legalRequirementId(body, row);
};

/** Requirements that judgeRefusedLead judges. */
export const REFUSED_LEAD: readonly RequirementId[] = LEAD_BODIES.map(refusedLead);

/** L2: 402 may follow an unstated rule; 401, 403 and 404 may be about the caller or the draft (S10, S11). */
const decideRefusedLead = (status: number): Pick<Judgement, 'verdict' | 'reason'> => {
  if (status === 402) return open('unstated-rule');
  return [401, 403, 404].includes(status) ? open('other-code') : { verdict: 'fail' };
};

/**
 * V17: a lead by EMAIL of a priced legal draft is refused, while that of another such draft is accepted (`control`). The
 * draft's body counts (`written`), since the leads are equal.
 */
export const judgeRefusedLead = (
  on: OperationId,
  lead: Exchange,
  written: Exchange,
  control: number,
): readonly Judgement[] => {
  const status = lead.response?.status;
  if (status === undefined || status < 400 || status >= 500) return [];
  if (isTransportStatus(status) || isDisturbance(status)) return [];
  const body = written.request.body;
  return [
    {
      requirement: refusedLead(
        LEAD_BODIES.find((each) => operationsWithBody(each).includes(on)) ?? 'lead',
      ),
      operation: on,
      ...decideRefusedLead(status),
      wanted: '/transport (EMAIL) to be accepted',
      got: statusText(lead),
      exchanges: [lead.n],
      twin: control,
      ...(body && { body: textHash(body.text) }),
    },
  ];
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  lead: judgeLead,
  'unwritten-lead': judgeUnwrittenLead,
  'unpriced-lead': judgeUnpricedLead,
  'lead-twin': judgeLeadControl,
  'refused-lead': judgeRefusedLead,
};
