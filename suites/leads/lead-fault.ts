import { programFile } from '../../client/project.ts';
import { ALL_FAULTS } from '../../generators/invalid/all-faults.ts';
import type { BodyFault, FaultPair } from '../../generators/invalid/fault.ts';
import { lead } from '../../generators/request-bodies.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { isServed } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import {
  REFUSED_LEAD,
  judgeLead,
  judgeLeadControl,
  judgeRefusedLead,
  judgeUnpricedLead,
  judgeUnwrittenLead,
  type TriedLead,
} from '../../oracles/refusals/lead-fault.ts';
import { judgeAcceptedElsewhere } from '../../oracles/refusals/acceptance.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { atPointer } from '../../spec/place-in-answer.ts';
import { bodyRows } from '../../spec/requirements/field-bodies.ts';
import { legalRequirementId } from '../../spec/requirements/legal-values.ts';
import { LEGAL_CALL } from '../../spec/requirements/paths.ts';
import {
  CALL_DIMENSIONS,
  isNewObject,
  PLAIN,
  type ProbeContext,
  withNewObject,
  withPlain,
} from '../contexts/context.ts';
import { useDraft } from '../contexts/use-draft.ts';
import type { Checks, Try } from '../engine/checks.ts';
import { isLeftToOthers } from '../fields/draft-probes.ts';
import { withOwnData, type JourneyState, writesOf } from '../journey/state.ts';
import { unreachedJudgements } from '../journey/unreached.ts';
import { type JourneyCall, MAY_REFUSE, makeVisit } from '../journey/make-call.ts';
import { initialState } from '../journey/walk.ts';
import { isAskedPriced, isWrittenByUpdate, otherContent } from './malformed-addresses.ts';

/** A written draft, or the last answer before the write failed. */
interface LeadDraft {
  readonly state: JourneyState;
  /** The last answer to a write. */
  readonly written?: Exchange | undefined;
  /** The answer that ended the writing early. */
  readonly refusal?: Exchange;
}

/** Changes to the writes of a draft, and a write before them. */
interface Writing {
  readonly changes?: Partial<JourneyCall>;
  /** Its legal content before; left out: the content is its first one. */
  readonly earlier?: object;
}

/** Writes a draft, with a lead by EMAIL among its data, and brings it into its context. */
const writeDraft = async (
  one: Try,
  on: OperationId,
  body: unknown,
  byEmail: object,
  { changes = {}, earlier }: Writing = {},
): Promise<LeadDraft> => {
  const { line } = operation(on);
  const first = earlier ?? body;
  const state = initialState(one, line, { draft: first, revised: first, lead: byEmail });
  const ofFirst = earlier ? MAY_REFUSE : changes;
  const writes = writesOf(line).map((visit) => [visit, ofFirst] as const);
  const update = { step: 'draft-update' } as const;
  const last = earlier ? [[update, { ...changes, body }] as const] : [];
  let written: Exchange | undefined;
  for (const [visit, made] of [...writes, ...last]) {
    const exchange = await makeVisit(visit, state, made);
    const isRefused = exchange && !isServed(exchange);
    // The refusal of its legal content says nothing about the fault.
    if (isRefused && earlier && visit !== update)
      return writeDraft(withOwnData(one, 'without-earlier'), on, body, byEmail, { changes });
    if (isRefused) return { state, refusal: exchange };
    written = exchange ?? written;
  }
  await useDraft(state);
  return { state, written };
};

/** The lead by EMAIL of a try. */
const leadOf = ({ seed }: Try, on: OperationId): object =>
  sample(lead(operation(on).line, 'EMAIL'), subSeed(seed, 'lead'));

const PRICE = { step: 'price-request' } as const;
const LEAD = { step: 'lead-create' } as const;

/** Result of the lead of a draft without the fault. */
interface LeadControl {
  /** Drafts with and without the fault. */
  readonly pair: FaultPair;
  /** The lead, which is the same with the fault. */
  readonly byEmail: object;
  /** Findings on the way. */
  readonly judgements: readonly Judgement[];
  /** Exchange number of the accepted lead. */
  readonly accepted?: number;
  /** True if its draft was priced before. */
  readonly isPriced: boolean;
  /** Without an accepted lead: the judgement of the requirement. */
  readonly open?: Judgement | undefined;
  /** The refused lead, and the write of its draft. */
  readonly refused?: readonly [lead: Exchange, written: Exchange] | undefined;
}

/** A fault and an operation in the form that their judges take. */
const triedLead = ({ requirement, pointer, what }: BodyFault, on: OperationId): TriedLead => ({
  requirement,
  operation: on,
  pointer,
  what,
});

/** Requests the lead of a legal draft and, if it is refused, again once the draft is priced (L2). */
const tryControl = async (
  one: Try,
  fault: BodyFault,
  on: OperationId,
  pair: FaultPair,
  byEmail: object = leadOf(one, on),
): Promise<LeadControl> => {
  const { state, refusal, written } = await writeDraft(one, on, pair.valid, byEmail);
  const { judgements } = state;
  // A refusal may follow an unstated rule (L2), so the call is not judged as a legal one.
  const ask = () => makeVisit(LEAD, state, MAY_REFUSE);
  let exchange = refusal ? undefined : await ask();
  const isRefused = exchange !== undefined && !isServed(exchange);
  const isPriced = isRefused || state.context.priceRequests > 0;
  if (isRefused) {
    await makeVisit(PRICE, state);
    exchange = (await ask()) ?? exchange;
  }
  if (!exchange) {
    const [open] = unreachedJudgements(state, [on], (id) => id === fault.requirement);
    return { pair, byEmail, judgements, isPriced, open };
  }
  if (isServed(exchange)) return { pair, byEmail, judgements, isPriced, accepted: exchange.n };
  const open = one.run.judge(judgeLeadControl, triedLead(fault, on), exchange, one.run.target);
  return { pair, byEmail, judgements, isPriced, open, refused: written && [exchange, written] };
};

/** Maximum number of draws until a policyholder of another kind. */
const DRAWS = 8;

const policyholderIn = (draft: unknown): unknown =>
  ['person', 'company'].find((kind) => atPointer(draft, `/policyholder/${kind}`) !== undefined);

/** The drafts of a fault for another policyholder, if its line has several kinds. */
const otherPair = (one: Try, fault: BodyFault, { valid }: FaultPair): FaultPair => {
  const pairs = Array.from({ length: DRAWS }, (_, at) =>
    sample(fault.pair(one.run.generators), subSeed(one.seed, 'another', at)),
  );
  const kind = policyholderIn(valid);
  return pairs.find((each) => policyholderIn(each.valid) !== kind) ?? (pairs[0] as FaultPair);
};

/**
 * Requests the lead of a legal draft and, if it is refused, the same lead of another draft, and another lead (L2). A lead that
 * is refused only for the first draft is kept (V17).
 */
const tryLeadControl = async (
  one: Try,
  fault: BodyFault,
  on: OperationId,
): Promise<LeadControl> => {
  const first = await tryControl(one, fault, on, sample(fault.pair(one.run.generators), one.seed));
  if (!first.refused || first.open?.verdict === 'observed') return first;
  const another = otherPair(one, fault, first.pair);
  const same = await tryControl(withOwnData(one, 'another'), fault, on, another, leadOf(one, on));
  const met = [...first.judgements, ...same.judgements];
  if (same.accepted !== undefined) {
    const kept = one.run.judge(judgeRefusedLead, on, ...first.refused, same.accepted);
    return { ...same, judgements: [...met, ...kept] };
  }
  const own = await tryControl(withOwnData(one, 'another-lead'), fault, on, another);
  const { accepted } = own;
  // The leads differ as well, so that neither draft nor transport is to blame.
  const kept = [first.refused, same.refused].flatMap((pair) =>
    pair && accepted !== undefined
      ? one.run
          .judge(judgeRefusedLead, on, ...pair, accepted)
          .map((each) => one.run.judge(judgeAcceptedElsewhere, each))
      : [],
  );
  return { ...own, judgements: [...met, ...own.judgements, ...kept] };
};

/** The legal value that covers the draft of this fault: an e-mail address and a contact are optional (V17). */
const blamedFor = ({ body, pointer }: BodyFault): RequirementId | undefined => {
  const row = bodyRows(body).find((each) => each.pointer === pointer);
  return row && body !== 'to-contract' ? legalRequirementId(body, row) : undefined;
};

/**
 * Requests leads of one draft with the fault: immediately, and after its price request, as far as the control draft succeeded.
 */
const collectFaulty = async (
  one: Try,
  fault: BodyFault,
  on: OperationId,
  { pair, byEmail, isPriced: isControlPriced }: LeadControl,
  accepted: number,
): Promise<readonly Judgement[]> => {
  const { run } = one;
  const tried = triedLead(fault, on);
  // A draft without an e-mail address is legal; one with a malformed address need not be (E9).
  const changes = fault.requirement === 'LEAD-02' ? ({ intent: 'faulty' } as const) : MAY_REFUSE;
  // The address may have been legal at first: the lead goes to the last one.
  const isReplaced = isWrittenByUpdate(one, fault);
  const writing = { changes, ...(isReplaced && { earlier: otherContent(one, on, pair.valid) }) };
  const { state, refusal } = await writeDraft(one, on, pair.faulty, byEmail, writing);
  const found = state.judgements;
  const askForLead = () => makeVisit(LEAD, state, { intent: 'faulty', breaks: fault.requirement });
  const judged = (answer: Exchange, isPriced: boolean): readonly Judgement[] => {
    const mixedUpBy = run.memory.ids.isShared(state) ? 'UNIQUE-01' : null;
    return run.judge(judgeLead, tried, answer, accepted, isPriced, mixedUpBy);
  };
  if (refusal) return [...found, run.judge(judgeUnwrittenLead, tried, refusal, blamedFor(fault))];
  if (!isControlPriced) {
    const answer = await askForLead();
    if (answer) found.push(...judged(answer, false));
    // A wrongly accepted lead may have been forwarded to a person: one is enough.
    if (!answer || isServed(answer) || !isAskedPriced(one, fault)) return found;
  }
  const price = await makeVisit(PRICE, state, changes);
  const answer = isServed(price) ? await askForLead() : undefined;
  if (answer) return [...found, ...judged(answer, true)];
  return isControlPriced ? [...found, run.judge(judgeUnpricedLead, tried, price)] : found;
};

/** Ways in which a draft is used before its lead; an update would write its fault as if it were legal. */
const OF_DRAFTS = [...CALL_DIMENSIONS, 'priceRequests', 'lead'] as const;

/**
 * The context of drafts with and without the fault. An earlier lead by EMAIL would be the fault, and a draft with a malformed
 * address is not used: no call on it is legal.
 */
const contextOf = ({ context = PLAIN }: Try, { requirement }: BodyFault): ProbeContext => {
  if (requirement === 'LEAD-02') return withNewObject(context);
  return context.lead === 'by-email' ? withPlain(context, 'lead') : context;
};

const collect = async (
  one: Try,
  fault: BodyFault,
  on: OperationId,
): Promise<readonly Judgement[]> => {
  if (isLeftToOthers(one.run, fault, `leads/${fault.id}`)) return [];
  const context = contextOf(one, fault);
  const own = { ...one, context };
  const control = await tryLeadControl(own, fault, on);
  if (control.accepted !== undefined)
    return [
      ...control.judgements,
      ...(await collectFaulty(own, fault, on, control, control.accepted)),
    ];
  const { open, judgements } = control;
  if (isNewObject(context)) return [...judgements, ...(open ? [open] : [])];
  // A service may refuse the lead of a used draft (R5): a new one decides.
  const anew = { ...withOwnData(one, 'new'), context: withNewObject(context) };
  return [...judgements, ...(await collect(anew, fault, on))];
};

/**
 * LEAD-01, LEAD-02 (L1, E9): a lead by EMAIL of a draft with the fault must be refused, while the same lead of the draft
 * without it is accepted.
 */
export const leadFaults: Checks = {
  suite: 'leads',
  file: programFile(import.meta.url),
  judges: [judgeLead, judgeLeadControl, judgeUnpricedLead, judgeUnwrittenLead],
  checks: ALL_FAULTS.filter(({ checkpoint }) => checkpoint === 'lead').flatMap((fault) =>
    fault.operations.map((on) => ({
      requirement: fault.requirement,
      line: operation(on).line,
      operations: [on],
      name: fault.id,
      dimensions: fault.requirement === 'LEAD-02' ? CALL_DIMENSIONS : OF_DRAFTS,
      collect: (one) => collect(one, fault, on),
    })),
  ),
  // The form of a refusal (S3).
  besides: [
    { requirements: ['STATUS-02'], judges: [judgeLead] },
    { requirements: REFUSED_LEAD, judges: [judgeRefusedLead] },
    { requirements: [LEGAL_CALL.accepted], judges: [judgeAcceptedElsewhere] },
  ],
};
