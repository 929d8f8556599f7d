import { judgeNoRace, judgeParallelErrors } from '../../oracles/state/race.ts';
import type { Call } from '../../client/http/client.ts';
import { subSeed } from '../../generators/sample.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { type AddedItem, isGone, judgeLostItems } from '../../oracles/state/lost-items.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { operation } from '../../spec/operations.ts';
import type { Check, Try } from '../engine/checks.ts';
import { withValues } from '../journey/data.ts';
import type { JourneyState } from '../journey/state.ts';
import { untilThere } from '../journey/until-there.ts';
import { isObstacle, legalCall } from '../journey/visit.ts';
import { initialState } from '../journey/walk.ts';
import { sendNoted } from '../engine/sightings.ts';
import { prepare } from '../engine/preparation.ts';
import type { Run } from '../engine/run.ts';
import { type Created, createdOf, collectCreated } from './creation-race.ts';
import { race, raceSize } from './draft-races.ts';

const WANTED = 5;

/** What a travel draft has several of, and what is stated of it. Ids of persons are not called unique (D5). */
const ITEMS = {
  car: { parameter: 'carId', kept: 'TRAVEL-CAR-02', unique: 'UNIQUE-03' },
  person: { parameter: 'personId', kept: 'TRAVEL-PERSON-02', unique: undefined },
  metadata: { parameter: 'keyId', kept: 'TRAVEL-METADATA-02', unique: 'UNIQUE-04' },
} as const satisfies Record<
  string,
  { parameter: string; kept: RequirementId; unique: RequirementId | undefined }
>;
type Kind = keyof typeof ITEMS;

const rowsOf = (kind: Kind) => ({
  post: operation(`travel.${kind}-post`),
  remove: operation(`travel.${kind}-delete`),
});

/** The call that adds another item, drawn anew, to the same draft. */
const postCall = (run: Run, kind: Kind, state: JourneyState, seed: number): readonly Call[] => {
  const other = initialState({ ...state, seed }, state.line);
  const { parameters } = state;
  const data = withValues(other.data, { draft: state.data.draft });
  const known = { ...other.known, draft: state.known.draft };
  const call = legalCall(run, { step: `${kind}-post` }, { ...other, parameters, data, known });
  return isObstacle(call) ? [] : [call];
};

interface Posted {
  readonly state: JourneyState;
  readonly judgements: readonly Judgement[];
  /** What went out at once; none where the target's limits allow no race. */
  readonly exchanges: readonly Exchange[];
  readonly created: readonly Created[];
  readonly scene: string;
}

const post = async (
  run: Run,
  kind: Kind,
  requirement: RequirementId,
  one: Try,
): Promise<Posted> => {
  const { post: row } = rowsOf(kind);
  const { state, call, judgements } = await prepare(row.id, one);
  const { size, scene } = raceSize(run, WANTED);
  const nothing = { state, scene, exchanges: [], created: [] };
  if (!call) return { ...nothing, judgements };
  if (size < 2) {
    return {
      ...nothing,
      judgements: [
        ...judgements,
        run.judge(judgeNoRace, requirement, row.id, state.exchanges.at(-1)),
      ],
    };
  }
  const seeds = Array.from({ length: size }, (_, at) => subSeed(one.seed, kind, at));
  const calls = seeds.flatMap((seed) => postCall(run, kind, state, seed));
  const exchanges = await race(run, calls, state);
  const created = createdOf(calls, exchanges, run.target.ids.travel[kind]);
  const errors = run.judge(judgeParallelErrors, exchanges, scene);
  return { state, scene, exchanges, created, judgements: [...judgements, ...errors] };
};

/** Deletes one item after the other; those that are not there again while the read-back delay lasts (D2). */
const removeAll = async (
  run: Run,
  kind: Kind,
  created: readonly Created[],
  { parameters, test }: JourneyState,
): Promise<readonly AddedItem[]> => {
  const { draftId = '' } = parameters;
  const remove = (id: string): Promise<Exchange> =>
    sendNoted(run, {
      operation: rowsOf(kind).remove.id,
      params: { draftId, [ITEMS[kind].parameter]: id },
      body: {},
      test,
      intent: 'open',
    });
  const items: AddedItem[] = [];
  const removeMissing = async (): Promise<readonly AddedItem[]> => {
    for (const [at, { exchange, id }] of created.entries()) {
      const before = items[at];
      if (before && !isGone(before.called)) continue;
      items[at] = { added: exchange, called: await remove(id) };
    }
    return items;
  };
  return untilThere(run, removeMissing, (all) => all.some(({ called }) => isGone(called)));
};

/** An item that is added and deleted by itself, to show that this can be done. */
const removeAlone = async (
  run: Run,
  kind: Kind,
  state: JourneyState,
  seed: number,
): Promise<AddedItem | undefined> => {
  const calls = postCall(run, kind, state, seed);
  const exchanges: Exchange[] = [];
  for (const call of calls) exchanges.push(await sendNoted(run, { ...call, intent: 'open' }));
  const created = createdOf(calls, exchanges, run.target.ids.travel[kind]);
  return (await removeAll(run, kind, created, state))[0];
};

const collectKept =
  (run: Run, kind: Kind) =>
  async (one: Try): Promise<readonly Judgement[]> => {
    const { kept: requirement } = ITEMS[kind];
    const { state, judgements, exchanges, created, scene } = await post(
      run,
      kind,
      requirement,
      one,
    );
    if (exchanges.length === 0) return judgements;
    const items = await removeAll(run, kind, distinct(created), state);
    const alone = items.some(({ called }) => !isGone(called))
      ? undefined
      : await removeAlone(run, kind, state, subSeed(one.seed, 'alone'));
    const { id: on } = rowsOf(kind).post;
    return [...judgements, run.judge(judgeLostItems, requirement, on, items, alone, scene)];
  };

/** An id that came twice has a requirement of its own. */
const distinct = (created: readonly Created[]): readonly Created[] => [
  ...new Map(created.map((each) => [each.id, each])).values(),
];

const collectUnique =
  (run: Run, kind: Kind, requirement: RequirementId) =>
  async (one: Try): Promise<readonly Judgement[]> => {
    const { judgements, exchanges, created, scene } = await post(run, kind, requirement, one);
    if (exchanges.length === 0) return judgements;
    const { id: on } = rowsOf(kind).post;
    return [...judgements, ...collectCreated(run, requirement, created, on, scene)];
  };

/** TRAVEL-CAR-02, UNIQUE-03 and their like (D13, D11): many cars, persons or metadata keys are added to a draft at once. */
export const itemRaces = (run: Run): readonly Check[] =>
  (['car', 'person', 'metadata'] as const).flatMap((kind) => {
    const { kept, unique } = ITEMS[kind];
    const base = { line: 'travel', operations: [rowsOf(kind).post.id] } as const;
    const judged = {
      ...base,
      requirement: kept,
      name: `add/${kind}`,
      collect: collectKept(run, kind),
    };
    if (unique === undefined) return [judged];
    return [
      judged,
      {
        ...base,
        requirement: unique,
        name: `ids/${kind}`,
        collect: collectUnique(run, kind, unique),
      },
    ];
  });
