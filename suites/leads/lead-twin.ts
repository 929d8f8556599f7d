import { judgeLeadTwin, type TriedLead } from '../../oracles/refusals/lead-fault.ts';
import type { BodyFault, FaultPair } from '../../generators/invalid/fault.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { isSuccess } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { Try } from '../checks.ts';
import { unreachedJudgements } from '../journey/complete.ts';
import type { Run } from '../run.ts';
import { askForLead, priceLeadDraft, writeLeadDraft } from './lead-draft.ts';

/** How the lead of a draft without the fault fared. */
export interface LeadTwin {
  /** The drafts that the faulty one is to be of. */
  readonly pair: FaultPair;
  /** What was met on the way. */
  readonly judgements: readonly Judgement[];
  /** Number of the lead that was accepted, and whether its draft had to be priced for that. */
  readonly accepted?: { readonly exchange: number; readonly priced: boolean };
  /** Without an accepted lead: what is to be said of the requirement. */
  readonly open?: Judgement;
}

/** A fault and an operation as their judges see them. */
export const triedLead = (
  { requirement, pointer, what }: BodyFault,
  on: OperationId,
): TriedLead => ({
  requirement,
  operation: on,
  pointer,
  what,
});

const once = async (
  run: Run,
  fault: BodyFault,
  on: OperationId,
  seed: number,
  test: string,
  priced: boolean,
): Promise<LeadTwin> => {
  const { line } = operation(on);
  const pair = sample(fault.pair(run.generators), seed);
  const draft = await writeLeadDraft(run, { line, body: pair.valid, intent: 'legal', test, seed });
  const { judgements } = draft.state;
  if (!draft.refusal && priced) await priceLeadDraft(run, draft, 'legal');
  // A refusal may follow an unstated rule (L2), so the call is not held to be legal at large.
  const tried = triedLead(fault, on);
  const exchange = draft.refusal ? undefined : await askForLead(run, draft, { intent: 'open' });
  if (!exchange) {
    const isMine = (id: string) => id === fault.requirement;
    const [open] = unreachedJudgements(run, draft.state, [on], isMine);
    return { pair, judgements, ...(open ? { open } : {}) };
  }
  if (isSuccess(exchange.response?.status ?? 0)) {
    return { pair, judgements, accepted: { exchange: exchange.n, priced } };
  }
  return { pair, judgements, open: run.judge(judgeLeadTwin, tried, exchange, run.target) };
};

/** Asks for the lead of a legal draft, and where it is refused for that of another one that was priced before (L2). */
export const tryLeadTwin = async (
  run: Run,
  fault: BodyFault,
  on: OperationId,
  { seed, test }: Try,
): Promise<LeadTwin> => {
  const plain = await once(run, fault, on, seed, test, false);
  if (plain.accepted || plain.open?.verdict === 'observed') return plain;
  const priced = await once(run, fault, on, subSeed(seed, 'priced'), test, true);
  return { ...priced, judgements: [...plain.judgements, ...priced.judgements] };
};
