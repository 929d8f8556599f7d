import { programFile } from '../../client/project.ts';
import { bodyFaults } from '../../generators/invalid/all-faults.ts';
import { subSeed } from '../../generators/sample.ts';
import type { BodyFault, FaultPair } from '../../generators/invalid/fault.ts';
import { isServed, isAccepted } from '../../oracles/answers/answer-form.ts';
import { isOpen, type Judgement } from '../../oracles/finding.ts';
import { unobservableReason } from '../../oracles/ledger.ts';
import { judgeDraftFault } from '../../oracles/refusals/draft-fault.ts';
import { judgeRefusedUpdates, type RefusedCall } from '../../oracles/state/refused-call.ts';
import type { Call } from '../../client/http/client.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation } from '../../spec/operations.ts';
import type { Checks, Try } from '../engine/checks.ts';
import type { Run } from '../engine/run.ts';
import { sendRecorded } from '../engine/sightings.ts';
import type { Subject } from '../engine/suite.ts';
import { isByAbsence } from '../fields/fault-by-absence.ts';
import { stageOf, triedFaultOf } from '../fields/tried-fault.ts';
import { withOwnData, type JourneyState, type Visit } from '../journey/state.ts';
import { unreached } from '../journey/unreached.ts';
import { pollRead } from '../journey/poll-read.ts';
import { MAY_REFUSE, possibleCall, makeVisit } from '../journey/make-call.ts';
import { initialState } from '../journey/walk.ts';
import { createDraft, readDraft } from './draft.ts';
import {
  refusedCallFor,
  judgeUnrefused,
  UNREFUSED_JUDGES,
  refusalReasons,
  type RefusalReason,
  callUntilUnrefused,
} from './refusal-reasons.ts';

const ON = 'landlord.draft-update';

/** Number of rounds on one draft, each after another accepted write, and of faulty bodies in each. */
const TIMES = { gate: { rounds: 2, bodies: 3 }, certify: { rounds: 4, bodies: 8 } } as const;

/** Faults that a write may refuse. */
const FAULTS = bodyFaults('landlord-draft').filter(
  ({ operations, checkpoint }) => operations.includes(ON) && checkpoint !== 'lead',
);

/** An update that must or may be refused, with its own content. */
interface Attempted {
  readonly how: string;
  /** Left out: its fault may be accepted at the write. */
  readonly way?: RefusalReason;
  /** A fault that this service must refuse at the write; left out: it may accept it there. */
  readonly fault?: BodyFault;
  readonly changes: (legal: Call) => Call;
}

/**
 * True if an update of a draft with content must refuse the fault: its checkpoint is the write (P6), and a service that merges
 * sees it (D1).
 */
const isDueAtWrite = (run: Run, fault: BodyFault, pair: FaultPair): boolean =>
  stageOf(run, fault.checkpoint) === 'write' &&
  !isByAbsence(pair) &&
  unobservableReason(fault.requirement, ON, run.target) === undefined;

/** Judges a faulty update that was accepted, against a legal one. */
const judgeAcceptedFault = async (
  fault: BodyFault,
  exchange: Exchange,
  state: JourneyState,
): Promise<readonly Judgement[]> => {
  if (!isAccepted(exchange)) return [];
  const control = await makeVisit({ step: 'draft-update' }, state);
  const followedTo = (answer: Exchange | undefined) => ({
    legs: answer ? [{ stage: 'write' as const, operation: operation(ON), exchange: answer }] : [],
  });
  const asJudged = [followedTo(exchange), followedTo(control), 'write'] as const;
  return state.run.judge(judgeDraftFault, triedFaultOf(fault, ON), ...asJudged);
};

/**
 * Updates of one round: those that a service may refuse only later (E3, E4), and those that it must refuse; in every second round
 * the other way round. A repeat makes the same with other data.
 */
const attemptsOf = (
  one: Try,
  round: number,
  { rounds, bodies }: { readonly rounds: number; readonly bodies: number },
): readonly Attempted[] => {
  const { run, seed, test } = one;
  const order = subSeed(run.plan.seed, test);
  const drawn = FAULTS.toSorted((a, b) => subSeed(order, a.id) - subSeed(order, b.id));
  const faulty = drawn.slice(round * bodies, (round + 1) * bodies).map((fault): Attempted => {
    const pair = fault.drawnPair(run.generators, subSeed(seed, 'faulty', fault.id));
    const how = `with a fault (${fault.what})`;
    return {
      how,
      ...(isDueAtWrite(run, fault, pair) && { fault }),
      changes: (legal) => ({ ...legal, body: pair.faulty, intent: 'open' }),
    };
  });
  const ways = refusalReasons(run, order).filter((_, at) => at % rounds === round % rounds);
  const others = ways.map((way): Attempted => {
    // Another draft's content, so that stored content is visible.
    const { draft: body } = initialState(withOwnData(one, round, way.name), 'landlord').data;
    return { how: way.name, way, changes: (legal) => refusedCallFor({ ...legal, body }, way) };
  });
  return round % 2 === 0 ? [...faulty, ...others] : [...others, ...faulty];
};

/** Judges a read after refused updates. */
type Look = (after: Exchange) => Judgement;

/** Reads the draft without an expectation, with retries while it differs within the read-back delay (D2). */
const readAgain = async (state: JourneyState, look: Look): Promise<Exchange | undefined> => {
  const { run } = state;
  const call = possibleCall({ step: 'draft-get' }, state);
  if (!call) return undefined;
  const read = () => sendRecorded(run, { ...call, intent: 'open' });
  return pollRead(run, read, (after) => look(after).verdict !== 'pass', {
    isKnown: (after) => run.memory.sightings.isProven(look(after)),
  });
};

/**
 * DRAFT-05 of a landlord draft that was read before updates of it were refused; undefined if it cannot be read. A change that no
 * refused update explains is read again as the draft was written last: the state then has the judgements on its fields (D2).
 */
export const judgeAfterRefusals = async (
  state: JourneyState,
  before: Exchange,
  refused: readonly RefusedCall[],
  unrefused?: Exchange,
): Promise<Judgement | undefined> => {
  const look: Look = (answer) =>
    state.run.judge(judgeRefusedUpdates, ON, { before, refused, unrefused, after: answer });
  const after = await readAgain(state, look);
  const judged = after && look(after);
  if (judged?.reason === 'unstated-rule') await readDraft(state);
  return judged;
};

/** A draft and its last read. */
interface OpenedDraft {
  readonly state: JourneyState;
  readonly before: Exchange;
}

const WRITTEN: readonly (readonly Visit[])[] = [[], [{ step: 'draft-update', revised: true }]];

/** A fresh draft, updated in every second round, and read; or the reason why there is none. */
const open = async (one: Try, round: number): Promise<OpenedDraft | Judgement> => {
  const { state } = await createDraft(withOwnData(one, round), 'landlord');
  if (state.parameters.draftId === undefined)
    return unreached('DRAFT-05', ON, state, 'landlord.draft-create', 'the id of the draft');
  for (const visit of WRITTEN[round % 2] ?? []) {
    if (!isServed(await makeVisit(visit, state)))
      return unreached('DRAFT-05', ON, state, ON, 'the draft');
  }
  const before = await readDraft(state);
  return isServed(before)
    ? { state, before }
    : unreached('DRAFT-05', ON, state, 'landlord.draft-get', 'the draft');
};

/** Reads a draft again after its updates, and judges their effects. */
const lookAgain = async (
  { state, before }: OpenedDraft,
  refused: readonly RefusedCall[],
  unrefused: Exchange | undefined,
): Promise<Judgement> => {
  const judged = await judgeAfterRefusals(state, before, refused, unrefused);
  return judged ?? unreached('DRAFT-05', ON, state, ON, 'the draft');
};

/**
 * One round: a draft is read, updates of it are refused, and it is read again. After an update that was not refused all others
 * are made on a fresh draft, so that every effect is read.
 */
const collectRound = async (one: Try, round: number): Promise<readonly Judgement[]> => {
  const { run } = one;
  const judged: Judgement[] = [];
  let unrefused: Exchange | undefined;
  let left = attemptsOf(one, round, TIMES[run.plan.thorough ? 'certify' : 'gate']);
  for (;;) {
    const opened = await open(withOwnData(one, round, left.length), round);
    if (!('state' in opened)) return [...judged, opened];
    const { state } = opened;
    const legal = possibleCall({ step: 'draft-update' }, state);
    if (!legal) return [...judged, unreached('DRAFT-05', ON, state, ON, 'the draft')];
    const tried = await callUntilUnrefused(left, ({ changes }) => run.client.send(changes(legal)));
    if (!tried.unrefused) {
      // In every second round, before the read: a tariff may exclude the draft.
      if (round % 2 === 1) await makeVisit({ step: 'price-request' }, state, MAY_REFUSE);
      return [...judged, await lookAgain(opened, tried.refused, unrefused)];
    }
    const { attempt, exchange } = tried.unrefused;
    const control = () => makeVisit({ step: 'draft-update' }, state);
    const own = { ...legal, body: attempt.changes(legal).body };
    if (attempt.way)
      judged.push(...(await judgeUnrefused(attempt.way, exchange, own, state, control)));
    if (attempt.fault) judged.push(...(await judgeAcceptedFault(attempt.fault, exchange, state)));
    left = left.filter((each) => each !== attempt);
    unrefused = exchange;
  }
};

const collect = async (one: Try): Promise<readonly Judgement[]> => {
  const { rounds } = TIMES[one.run.plan.thorough ? 'certify' : 'gate'];
  const judged: Judgement[] = [];
  for (let round = 0; round < rounds; round += 1) {
    judged.push(...(await collectRound(one, round)));
    if (judged.some(isOpen)) break;
  }
  return judged;
};

/** DRAFT-05 (D2, D13): a landlord draft is read, updates of it are refused, and it is read again. */
export const refusedUpdates: Checks = {
  suite: 'state',
  file: programFile(import.meta.url),
  judges: [judgeRefusedUpdates],
  besides: UNREFUSED_JUDGES,
  checks: [
    {
      requirement: 'DRAFT-05',
      line: 'landlord',
      operations: [ON],
      name: 'refused-update',
      collect,
    },
  ],
};

/** Faulty updates of these that were accepted although they must be refused at the write. */
export const acceptedUpdates: Subject = {
  file: programFile(import.meta.url),
  requirements: [...new Set(FAULTS.map(({ requirement }) => requirement))],
  judges: [judgeDraftFault],
};
