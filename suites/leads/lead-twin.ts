import { judgeLeadTwin, type TriedLead } from '../../oracles/refusals/lead-fault.ts';
import type { BodyFault, FaultPair } from '../../generators/invalid/fault.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { isSuccess } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { Try } from '../engine/checks.ts';
import { unreachedJudgements } from '../journey/unreached.ts';
import type { Run } from '../engine/run.ts';
import type { Call } from '../../client/http/client.ts';
import { lead } from '../../generators/one-shots.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import type { Visit, JourneyState } from '../journey/state.ts';
import { isObstacle, legalCall, makeCall, rowOf } from '../journey/visit.ts';
import { initialState } from '../journey/walk.ts';

/** The draft that a lead is to be made of. */
interface LeadDraft {
  readonly line: Line;
  readonly body: unknown;
  readonly intent: Call['intent'];
  readonly test: string;
  readonly seed: number;
}

/** A draft that was written, or as far as that went. */
export interface WrittenDraft {
  readonly state: JourneyState;
  /** The answer that ended the writing early. */
  readonly refusal?: Exchange;
}

const isRefused = ({ response }: Exchange) => !isSuccess(response?.status ?? 0);

/** Makes one call with the draft's data; undefined where an earlier answer gave no id to make it with. */
const take = async (
  run: Run,
  visit: Visit,
  state: JourneyState,
  labels: Pick<Call, 'intent' | 'breaks'>,
): Promise<Exchange | undefined> => {
  const call = legalCall(run, visit, state);
  if (!isObstacle(call)) return makeCall(run, { ...call, ...labels }, state);
  state.blocked.set(rowOf(state.line, visit.step).id, call);
  return undefined;
};

/** The body of a motor gap creation is not shown, so only an update fills the draft. */
const writesOf = (line: Line): readonly Visit[] => [
  { step: 'draft-create' },
  ...(line === 'gap' ? [{ step: 'draft-update' } as const] : []),
];

/** Writes a draft, with a lead by EMAIL among its data. */
export const writeLeadDraft = async (run: Run, draft: LeadDraft): Promise<WrittenDraft> => {
  const { line, body, intent, test, seed } = draft;
  const byEmail = sample(lead(line, 'EMAIL'), subSeed(seed, 'lead'));
  const state = initialState({ run, test, seed }, line, { draft: body, revised: body, lead: byEmail });
  for (const visit of writesOf(line)) {
    const exchange = await take(run, visit, state, { intent });
    if (exchange && isRefused(exchange)) return { state, refusal: exchange };
  }
  return { state };
};

/** Asks for a price; undefined where there is no draft to price. */
export const priceLeadDraft = (run: Run, { state }: WrittenDraft, intent: Call['intent']) =>
  take(run, { step: 'price-request' }, state, { intent });

/** Asks for the lead by EMAIL; undefined if there is no draft to make it of. */
export const askForLead = (
  run: Run,
  { state }: WrittenDraft,
  labels: Pick<Call, 'intent' | 'breaks'>,
) => take(run, { step: 'lead-create' }, state, labels);

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
