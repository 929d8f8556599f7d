import type { Call } from '../../client/http/client.ts';
import { isRefused, isServed } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeRefusedUpdates } from '../../oracles/state/refused-call.ts';
import {
  type ForeignCall,
  isControlAccepted,
  isAnswered,
  isStrangerAccepted,
  judgeForeignCall,
  shownToOther,
} from '../../oracles/ownership/foreign-call.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { LINES } from '../../spec/line.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { subSeed } from '../../generators/sample.ts';
import { programFile } from '../../client/project.ts';
import { isNewObject, PLAIN, type ProbeContext, withPlain } from '../contexts/context.ts';
import type { Checks, Try } from '../engine/checks.ts';
import { CONTRACT, CONTRACTED, type JourneyState, type Visit, writesOf } from '../journey/state.ts';
import { makeCall, makeVisit, makeVisits, possibleCall } from '../journey/make-call.ts';
import { initialState } from '../journey/walk.ts';
import { judgeAfterRefusals } from '../state/refused-update.ts';
import { type Preparation, prepare } from '../engine/preparation.ts';
import type { Run } from '../engine/run.ts';
import { unreached } from '../journey/unreached.ts';
import { requirementOf } from '../../spec/catalogue.ts';
import { judgeAnswer } from '../journey/every-answer.ts';
import { effectOf, foreignRequirement } from './foreign-effect.ts';

/** The only write before which a draft has no content. */
const UPDATE: OperationId = 'gap.draft-update';

const asOther = (run: Run, call: Call): Promise<Exchange> => {
  const breaks = foreignRequirement(call.operation);
  return run.client.send({ ...call, identity: 'other', intent: 'faulty', breaks });
};

/** Answers to both callers, or the reason why the owner's own call is no evidence: it was refused as well. */
const judged = (
  { operation: on }: Call,
  owner: JourneyState,
  call: ForeignCall,
): readonly Judgement[] => {
  const { run } = owner;
  const requirement = foreignRequirement(on);
  if (call.own && !isControlAccepted(call.own))
    return [unreached(requirement, on, owner, on, 'an accepted call')];
  return [
    ...judgeAnswer(run, call.foreign),
    run.judge(judgeForeignCall, requirement, on, call, run.target),
  ];
};

/** Reads as the owner first, to prove that the object is readable, then as the other identity. */
const readAsBoth = async (call: Call, owner: JourneyState): Promise<readonly Judgement[]> => {
  const { operation: on } = call;
  const own = await makeCall(call, owner);
  if (!isControlAccepted(own))
    return [unreached(foreignRequirement(on), on, owner, on, 'an accepted call')];
  const foreign = await asOther(owner.run, call);
  const effect = isStrangerAccepted(foreign) ? shownToOther(foreign, own) : undefined;
  return judged(call, owner, { foreign, own, effect });
};

/**
 * Calls as the other identity first, since a contract can be made only once and an item deleted only once; then calls as the
 * owner, or reads the effect.
 */
const changeAsBoth = async (call: Call, owner: JourneyState): Promise<readonly Judgement[]> => {
  const isShown = call.operation === 'landlord.draft-update';
  const before = isShown ? await makeVisit({ step: 'draft-get' }, owner) : undefined;
  const foreign = await asOther(owner.run, call);
  if (isStrangerAccepted(foreign))
    return judged(call, owner, { foreign, effect: await effectOf(call, owner) });
  // Before the owner's own call, which would hide what a refused one has written.
  const kept =
    isServed(before) && isRefused(foreign)
      ? await judgeAfterRefusals(owner, before, [{ how: 'by another identity', exchange: foreign }])
      : undefined;
  // K4: the existence of a contract is unknown.
  const isUnknown = operation(call.operation).step === 'contract-create' && !isAnswered(foreign);
  const own = isUnknown ? undefined : await makeCall(call, owner);
  return [...judged(call, owner, { foreign, own }), ...(kept ? [kept] : [])];
};

/** Reads as the other identity, and if that is accepted as the owner. A refusal proves nothing: a closed draft may be gone (R5). */
const readAsOther = async (call: Call, owner: JourneyState): Promise<readonly Judgement[]> => {
  const foreign = await asOther(owner.run, call);
  if (!isStrangerAccepted(foreign)) return judgeAnswer(owner.run, foreign);
  const own = await makeCall({ ...call, intent: 'open' }, owner);
  return judged(call, owner, { foreign, own, effect: shownToOther(foreign, own) });
};

/** AUTH-05 (D10): another identity reads the owner's objects; a draft new, priced and with a contract. */
const collectRead = async (call: Call, owner: JourneyState): Promise<readonly Judgement[]> => {
  const first = await readAsBoth(call, owner);
  if (operation(call.operation).step !== 'draft-get') return first;
  await makeVisit({ step: 'price-request' }, owner);
  const priced = await readAsOther(call, owner);
  if (owner.context.contract === 'made') return [...first, ...priced];
  await makeVisits(CONTRACT, owner, { intent: 'open' });
  return [...first, ...priced, ...(await readAsOther(call, owner))];
};

/** AUTH-06 (D10): another identity changes the owner's objects, or creates an object from them. */
const collectChange = (call: Call, owner: JourneyState): Promise<readonly Judgement[]> => {
  // A change of existing content shows if it was written; the owner then makes the same call.
  const { step } = operation(call.operation);
  return changeAsBoth(possibleCall({ step, revised: true }, owner) ?? call, owner);
};

/** A motor gap draft before its first update, and that update as the next call; other lines create drafts with their content. */
const withoutContent = async (one: Try): Promise<Preparation> => {
  const state = initialState(one, 'gap');
  await makeVisit({ step: 'draft-create' }, state);
  const call = possibleCall({ step: 'draft-update' }, state);
  const stuck = unreached('AUTH-06', UPDATE, state, 'gap.draft-create', 'the id of the draft');
  return { state, call, judgements: call ? [] : [...state.judgements, stuck] };
};

/** Creates an object of the same kind for the other identity, whose rights a service may look up by line alone. */
const createAsOther = async (kind: Own, owner: JourneyState): Promise<void> => {
  const { run, test, seed, line } = owner;
  const state = initialState({ run, test, seed: subSeed(seed, 'draft of another') }, line);
  const visits: readonly Visit[] =
    kind === 'draft' ? [{ step: 'draft-create' }] : [...writesOf(line), ...CONTRACTED];
  await makeVisits(visits, state, { identity: 'other', intent: 'open' });
  run.memory.met.note(test, state.judgements);
};

/** An object of the other identity's own. */
type Own = 'draft' | 'contract';

/** The kind of object that the other identity has: a contract once on every second line, or in a certify on each. */
const ownKindOf = ({ plan }: Run, on: OperationId): Own | undefined => {
  const { step, line } = operation(on);
  if (step === 'draft-get') return 'draft';
  const isInTurn = plan.thorough || (LINES.indexOf(line) + plan.seed) % 2 === 1;
  const isOfContract = step === 'contract-download' || on === 'gap.contract-get';
  return isOfContract && isInTurn ? 'contract' : undefined;
};

const isOfOwner = ({ readers }: ProbeContext): boolean => readers === 'owner' || readers === 'both';

const collect = async (one: Try, on: OperationId): Promise<readonly Judgement[]> => {
  const { context = PLAIN } = one;
  // Draws take turns between drafts with and without content.
  const isInTurn = subSeed(one.run.plan.seed, one.test) % 2 === 0;
  const isWithoutContent = on === UPDATE && isNewObject(context) && isInTurn;
  // There is one contract of a draft.
  const isClosing = operation(on).step === 'contract-create';
  const own = isClosing ? { ...one, context: withPlain(context, 'contract') } : one;
  const { state, call, judgements } = await (isWithoutContent
    ? withoutContent(own)
    : prepare(on, own));
  if (!call) return judgements;
  const kind = ownKindOf(one.run, on);
  if (kind) await createAsOther(kind, state);
  // A cache that answers the owner's second read, such as of a download, is not for others.
  const isRead = foreignRequirement(on) === 'AUTH-05';
  if (isRead && isOfOwner(context)) await makeCall(call, state);
  const callAsBoth = foreignRequirement(on) === 'AUTH-05' ? collectRead : collectChange;
  const found = await callAsBoth(call, state);
  return [...state.judgements, ...found];
};

/** AUTH-05, AUTH-06 (D10): one operation on the owner's objects, called by the owner and by another identity. */
export const foreignCalls: Checks = {
  suite: 'ownership',
  file: programFile(import.meta.url),
  judges: [judgeForeignCall],
  checks: (['AUTH-05', 'AUTH-06'] as const).flatMap((requirement) =>
    requirementOf(requirement).operations.map((on) => ({
      requirement,
      line: operation(on).line,
      operations: [on],
      name: `foreign-calls/${on}`,
      collect: (one) => collect(one, on),
    })),
  ),
  // A refused update has no effect.
  besides: [{ requirements: ['DRAFT-05'], judges: [judgeRefusedUpdates] }],
};
