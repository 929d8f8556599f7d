import type { BodyFault } from '../../generators/invalid/fault.ts';
import { isSuccess } from '../../oracles/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeListedStatus, judgeRefusal } from '../../oracles/refusal.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { bodyRows } from '../../spec/requirements/field-bodies.ts';
import { legalRequirementId } from '../../spec/requirements/legal-values.ts';
import type { Try } from '../checks.ts';
import { askForLead, priceLeadDraft, writeLeadDraft } from './lead-draft.ts';
import { type LeadTwin, tryLeadTwin } from './lead-twin.ts';
import type { Run } from '../run.ts';

type Subject = Pick<Judgement, 'requirement' | 'operation' | 'wanted' | 'where'>;

const subjectOf = (fault: BodyFault, on: OperationId, wanted = 'a refusal'): Subject => ({
  requirement: fault.requirement,
  operation: on,
  wanted: `${wanted}: ${fault.what}`,
  where: fault.pointer,
});

const statusOf = ({ response, error }: Exchange) =>
  `status ${response?.status ?? error?.code ?? 'unknown'}`;

/** The legal value without which the draft of this fault is: an e-mail address and a contact are optional (V17). */
const blamedFor = ({ body, pointer }: BodyFault): Pick<Judgement, 'blockedBy'> => {
  const row = bodyRows(body).find((each) => each.pointer === pointer);
  return row && body !== 'to-contract' ? { blockedBy: legalRequirementId(body, row) } : {};
};

/** E9: a write that refuses a malformed address leaves nothing to be seen; of an absent one another cell tells. */
const notWritten = (fault: BodyFault, on: OperationId, refusal: Exchange): Judgement => {
  const status = refusal.response?.status ?? 599;
  const said = { ...subjectOf(fault, on), got: `${statusOf(refusal)} at the write` };
  const shown = { ...said, exchanges: [refusal.n] };
  if (status >= 500) return { ...shown, verdict: 'inconclusive', reason: 'disturbance' };
  return fault.requirement === 'LEAD-02'
    ? { ...shown, verdict: 'observed', reason: 'specification-silent' }
    : { ...shown, verdict: 'inconclusive', reason: 'blocked-by', ...blamedFor(fault) };
};

const judgeLead = (
  fault: BodyFault,
  on: OperationId,
  exchange: Exchange,
  { accepted }: LeadTwin,
  priced: boolean,
): readonly Judgement[] => {
  const status = exchange.response?.status;
  const row = operation(on);
  const { wanted, ...refusal } = judgeRefusal('lead-email', row, status);
  const base = {
    got: `${statusOf(exchange)}${priced ? ' on a priced draft' : ''}`,
    exchanges: [exchange.n],
    ...(accepted ? { twin: accepted.exchange } : {}),
  };
  const main: Judgement = { ...subjectOf(fault, on, wanted), ...base, ...refusal };
  // One deviation is punished once (S3).
  const listed =
    main.verdict === 'pass' && status !== undefined
      ? judgeListedStatus('lead-email', row, status)
      : undefined;
  return listed ? [main, { ...base, ...listed, requirement: 'STATUS-02', operation: on }] : [main];
};

/** Leads of one draft that has the fault: at once, and after its price request, as far as the twin got. */
const judgeFaulty = async (
  run: Run,
  fault: BodyFault,
  on: OperationId,
  { seed, test }: Try,
  twin: LeadTwin,
): Promise<readonly Judgement[]> => {
  const { line } = operation(on);
  // A draft without an e-mail address is legal; one with a malformed address need not be (E9).
  const intent = fault.requirement === 'LEAD-02' ? 'faulty' : 'open';
  const draft = await writeLeadDraft(run, { line, body: twin.pair.faulty, intent, test, seed });
  const found = draft.state.judgements;
  if (draft.refusal) return [...found, notWritten(fault, on, draft.refusal)];
  if (!twin.accepted?.priced) {
    const lead = await askForLead(run, draft, 'faulty');
    if (lead) found.push(...judgeLead(fault, on, lead, twin, false));
    // What was wrongly accepted may have been sent: once is enough.
    if (!lead || isSuccess(lead.response?.status ?? 0)) return found;
  }
  const price = await priceLeadDraft(run, draft, intent);
  const lead = isSuccess(price?.response?.status ?? 0) && (await askForLead(run, draft, 'faulty'));
  if (lead) return [...found, ...judgeLead(fault, on, lead, twin, true)];
  if (!twin.accepted?.priced) return found;
  const got = 'no lead without a price, and no price for such a draft';
  const exchanges = price ? [price.n] : [];
  const base = { ...subjectOf(fault, on), got, exchanges };
  return [...found, { ...base, verdict: 'observed', reason: 'specification-silent' }];
};

/**
 * LEAD-01, LEAD-02 (L1, E9): a lead by EMAIL of a draft with the fault is refused, while the same lead of the same draft
 * without it is accepted.
 */
export const judgeLeadFault = async (
  run: Run,
  fault: BodyFault,
  on: OperationId,
  one: Try,
): Promise<readonly Judgement[]> => {
  const twin = await tryLeadTwin(run, fault, on, one);
  if (!twin.accepted) return [...twin.judgements, ...(twin.open ? [twin.open] : [])];
  return [...twin.judgements, ...(await judgeFaulty(run, fault, on, one, twin))];
};
