import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import {
  judgeUnwrittenLead,
  judgeUnpricedLead,
  judgeLead,
} from '../../oracles/refusals/lead-fault.ts';
import type { BodyFault } from '../../generators/invalid/fault.ts';
import { isSuccess } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { bodyRows } from '../../spec/requirements/field-bodies.ts';
import { legalRequirementId } from '../../spec/requirements/legal-values.ts';
import type { Try } from '../engine/checks.ts';
import {
  askForLead,
  priceLeadDraft,
  writeLeadDraft,
  type LeadTwin,
  triedLead,
  tryLeadTwin,
} from './lead-twin.ts';
import type { Run } from '../engine/run.ts';

/** The legal value without which the draft of this fault is: an e-mail address and a contact are optional (V17). */
const blamedFor = ({ body, pointer }: BodyFault): RequirementId | undefined => {
  const row = bodyRows(body).find((each) => each.pointer === pointer);
  return row && body !== 'to-contract' ? legalRequirementId(body, row) : undefined;
};

/** Leads of one draft that has the fault: at once, and after its price request, as far as the twin got. */
const collectFaulty = async (
  run: Run,
  fault: BodyFault,
  on: OperationId,
  { seed, test }: Try,
  twin: LeadTwin & Required<Pick<LeadTwin, 'accepted'>>,
): Promise<readonly Judgement[]> => {
  const { line } = operation(on);
  const tried = triedLead(fault, on);
  const { exchange, priced } = twin.accepted;
  // A draft without an e-mail address is legal; one with a malformed address need not be (E9).
  const intent = fault.requirement === 'LEAD-02' ? 'faulty' : 'open';
  const faulty = { intent: 'faulty', breaks: fault.requirement } as const;
  const draft = await writeLeadDraft(run, { line, body: twin.pair.faulty, intent, test, seed });
  const found = draft.state.judgements;
  const judged = (lead: Exchange, isPriced: boolean): readonly Judgement[] => {
    const mixedUpBy = run.memory.ids.isShared(draft.state) ? 'UNIQUE-01' : null;
    return run.judge(judgeLead, tried, lead, exchange, isPriced, mixedUpBy);
  };
  if (draft.refusal)
    return [...found, run.judge(judgeUnwrittenLead, tried, draft.refusal, blamedFor(fault))];
  if (!priced) {
    const lead = await askForLead(run, draft, faulty);
    if (lead) found.push(...judged(lead, false));
    // What was wrongly accepted may have been sent: once is enough.
    if (!lead || isSuccess(lead.response?.status ?? 0)) return found;
  }
  const price = await priceLeadDraft(run, draft, intent);
  const lead = isSuccess(price?.response?.status ?? 0) && (await askForLead(run, draft, faulty));
  if (lead) return [...found, ...judged(lead, true)];
  if (!priced) return found;
  return [...found, run.judge(judgeUnpricedLead, tried, price)];
};

/**
 * LEAD-01, LEAD-02 (L1, E9): a lead by EMAIL of a draft with the fault is refused, while the same lead of the same draft
 * without it is accepted.
 */
export const collectLeadFault = async (
  run: Run,
  fault: BodyFault,
  on: OperationId,
  one: Try,
): Promise<readonly Judgement[]> => {
  const twin = await tryLeadTwin(run, fault, on, one);
  if (!twin.accepted) return [...twin.judgements, ...(twin.open ? [twin.open] : [])];
  const beside = { ...twin, accepted: twin.accepted };
  return [...twin.judgements, ...(await collectFaulty(run, fault, on, one, beside))];
};
