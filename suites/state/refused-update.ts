import { programFile } from '../../client/project.ts';
import { bodyFaults } from '../../generators/invalid/all-faults.ts';
import { subSeed } from '../../generators/sample.ts';
import { isServed } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeRefusedUpdates, type RefusedCall } from '../../oracles/state/refused-call.ts';
import type { Call } from '../../client/http/client.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Checks, Try } from '../engine/checks.ts';
import { sendNoted } from '../engine/sightings.ts';
import { anew, type JourneyState, type Visit } from '../journey/state.ts';
import { unreached } from '../journey/unreached.ts';
import { untilThere } from '../journey/until-there.ts';
import { possibleCall, take } from '../journey/visit.ts';
import { initialState } from '../journey/walk.ts';
import { createDraft, readDraft } from './draft.ts';
import { callIn, isWithoutEffect, refusedWays } from './refused-ways.ts';

const ON = 'landlord.draft-update';

/** Rounds on one draft, each after another accepted write; and faulty bodies in each. */
const TIMES = { gate: { rounds: 2, bodies: 3 }, certify: { rounds: 4, bodies: 8 } } as const;

/** Faults that a write may refuse. */
const FAULTS = bodyFaults('landlord-draft').filter(
  ({ operations, checkpoint }) => operations.includes(ON) && checkpoint !== 'lead',
);

/** An update that has to be refused, or may be, with content of its own. */
interface Attempted {
  readonly how: string;
  readonly changes: (legal: Call) => Call;
}

/** Updates of one round: first those that a service may refuse later only (E3, E4), then those that it has to refuse. */
const attemptsOf = (
  one: Try,
  round: number,
  { rounds, bodies }: { readonly rounds: number; readonly bodies: number },
): readonly Attempted[] => {
  const { run, seed } = one;
  const drawn = FAULTS.toSorted((a, b) => subSeed(seed, a.id) - subSeed(seed, b.id));
  const faulty = drawn.slice(round * bodies, (round + 1) * bodies).map((fault): Attempted => {
    const body = fault.drawnPair(run.generators, subSeed(seed, 'faulty', fault.id)).faulty;
    return { how: `where ${fault.what}`, changes: (legal) => ({ ...legal, body, intent: 'open' }) };
  });
  const ways = refusedWays(run, seed).filter((_, at) => at % rounds === round % rounds);
  const others = ways.map((way): Attempted => {
    // Another draft's content, so that what is stored shows.
    const { draft: body } = initialState(anew(one, round, way.name), 'landlord').data;
    return { how: way.name, changes: (legal) => callIn({ ...legal, body }, way) };
  });
  return [...faulty, ...others];
};

/** Judges a read after refused updates. */
type Look = (after: Exchange) => Judgement;

/** Reads the draft without an expectation; again while it differs and the read-back delay lasts (D2). */
const readAgain = async (state: JourneyState, look: Look): Promise<Exchange | undefined> => {
  const { run } = state;
  const call = possibleCall({ step: 'draft-get' }, state);
  if (!call) return undefined;
  const read = () => sendNoted(run, { ...call, intent: 'open' });
  return untilThere(run, read, (after) => look(after).verdict !== 'pass');
};

/** DRAFT-05 of a landlord draft that was read before updates of it were refused; undefined if it cannot be read. */
export const judgeAfterRefusals = async (
  state: JourneyState,
  before: Exchange,
  refused: readonly RefusedCall[],
): Promise<Judgement | undefined> => {
  const look: Look = (answer) =>
    state.run.judge(judgeRefusedUpdates, ON, { before, refused, after: answer });
  const after = await readAgain(state, look);
  return after && look(after);
};

/** A draft as it was read last. */
interface Standing {
  readonly state: JourneyState;
  readonly before: Exchange;
}

const WRITTEN: readonly (readonly Visit[])[] = [[], [{ step: 'draft-update', revised: true }]];

/** A fresh draft, updated in every second round, and read; or the reason that there is none. */
const open = async (one: Try, round: number): Promise<Standing | Judgement> => {
  const { state } = await createDraft(anew(one, round), 'landlord');
  if (state.parameters.draftId === undefined)
    return unreached('DRAFT-05', ON, state, 'landlord.draft-create', 'the id of the draft');
  for (const visit of WRITTEN[round % 2] ?? []) {
    if (!isServed(await take(visit, state)))
      return unreached('DRAFT-05', ON, state, ON, 'the draft');
  }
  const before = await readDraft(state);
  return isServed(before)
    ? { state, before }
    : unreached('DRAFT-05', ON, state, 'landlord.draft-get', 'the draft');
};

/** One round: refused updates of a draft that was read, which is read again. One that was not refused takes a fresh draft. */
const collectRound = async (one: Try, round: number): Promise<Judgement> => {
  const { run } = one;
  const times = TIMES[run.plan.thorough ? 'certify' : 'gate'];
  let standing = await open(one, round);
  let refused: RefusedCall[] = [];
  for (const { how, changes } of attemptsOf(one, round, times)) {
    if (!('state' in standing)) return standing;
    const legal = possibleCall({ step: 'draft-update' }, standing.state);
    if (!legal) return unreached('DRAFT-05', ON, standing.state, ON, 'the draft');
    const exchange = await run.client.send(changes(legal));
    if (isWithoutEffect(exchange)) refused.push({ how, exchange });
    else {
      refused = [];
      standing = await open(anew(one, how), round);
    }
  }
  if (!('state' in standing)) return standing;
  const { state, before } = standing;
  const judged = await judgeAfterRefusals(state, before, refused);
  return judged ?? unreached('DRAFT-05', ON, state, ON, 'the draft');
};

const collect = async (one: Try): Promise<readonly Judgement[]> => {
  const { rounds } = TIMES[one.run.plan.thorough ? 'certify' : 'gate'];
  const judged: Judgement[] = [];
  for (let round = 0; round < rounds; round += 1) {
    judged.push(await collectRound(one, round));
    if (judged.at(-1)?.verdict !== 'pass') break;
  }
  return judged;
};

/** DRAFT-05 (D2, D13): a landlord draft is read, updated in ways that are refused, and read again. */
export const refusedUpdates: Checks = {
  file: programFile(import.meta.url),
  judges: [judgeRefusedUpdates],
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
