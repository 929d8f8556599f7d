import type { Call } from '../../client/http/client.ts';
import { subSeed } from '../../generators/sample.ts';
import { isReportedMissing } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { type AddedItem, judgeLostItems } from '../../oracles/state/lost-items.ts';
import { judgeParallelErrors } from '../../oracles/state/race.ts';
import { judgeUniqueIds } from '../../oracles/state/unique-ids.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { programFile } from '../../client/project.ts';
import type { Checks, Try } from '../engine/checks.ts';
import { sendRecorded } from '../engine/sightings.ts';
import { type JourneyState, ITEM_PARAMETERS, type ItemKind } from '../journey/state.ts';
import { pollRead } from '../journey/poll-read.ts';
import { possibleCall } from '../journey/make-call.ts';
import { itemChecks, itemOperation, itemState, UNIQUE } from '../state/item.ts';
import { type Created, createdOf, judgeCreated } from './creation-race.ts';
import { runRace, type Race, raceCalls } from './race.ts';

const WANTED = 5;

const KEPT = {
  car: 'TRAVEL-CAR-02',
  person: 'TRAVEL-PERSON-02',
  metadata: 'TRAVEL-METADATA-02',
} as const;

/** The call that adds another item, drawn anew, to the same draft. */
const postCall = (kind: ItemKind, state: JourneyState, seed: number): readonly Call[] => {
  const call = possibleCall({ step: `${kind}-post` }, itemState(state, seed));
  return call ? [call] : [];
};

/** Adds items of a kind to a draft concurrently; returns further judgements on those that were added. */
const addAtOnce = (
  one: Try,
  kind: ItemKind,
  requirement: RequirementId,
  tell: (race: Race, created: readonly Created[]) => Promise<readonly Judgement[]>,
): Promise<readonly Judgement[]> => {
  const on = itemOperation(kind, 'post');
  return runRace(one, { requirement, on }, WANTED, async (held) => {
    const { state, size, scene } = held;
    const seeds = Array.from({ length: size }, (_, at) => subSeed(one.seed, kind, at));
    const calls = seeds.flatMap((seed) => postCall(kind, state, seed));
    const exchanges = await raceCalls(calls, state);
    const errors = one.run.judge(judgeParallelErrors, exchanges, scene);
    if (exchanges.length === 0) return errors;
    const created = createdOf(calls, exchanges, one.run.target.ids.travel[kind]);
    return [...errors, ...(await tell(held, created))];
  });
};

/** Deletes items one after the other; returns those that were still missing at the end of the read-back delay (D2). */
const removeAll = async (
  kind: ItemKind,
  created: readonly Created[],
  { run, parameters, test }: JourneyState,
): Promise<readonly AddedItem[]> => {
  const { draftId = '' } = parameters;
  const remove = (id: string): Promise<Exchange> =>
    sendRecorded(run, {
      operation: itemOperation(kind, 'delete'),
      params: { draftId, [ITEM_PARAMETERS[kind]]: id },
      body: {},
      test,
      intent: 'open',
    });
  const items: AddedItem[] = [];
  const removeMissing = async (): Promise<readonly AddedItem[]> => {
    for (const [at, { exchange, id }] of created.entries()) {
      const before = items[at];
      if (before && !isReportedMissing(before.called)) continue;
      items[at] = { added: exchange, called: await remove(id) };
    }
    return items;
  };
  return pollRead(run, removeMissing, (all) => all.some(({ called }) => isReportedMissing(called)));
};

/** Adds and deletes a single item, to show that the operations work without a race. */
const removeAlone = async (
  kind: ItemKind,
  state: JourneyState,
  seed: number,
): Promise<AddedItem | undefined> => {
  const calls = postCall(kind, state, seed);
  const exchanges: Exchange[] = [];
  for (const call of calls)
    exchanges.push(await sendRecorded(state.run, { ...call, intent: 'open' }));
  const created = createdOf(calls, exchanges, state.run.target.ids.travel[kind]);
  return (await removeAll(kind, created, state))[0];
};

const collectKept = (one: Try, kind: ItemKind): Promise<readonly Judgement[]> => {
  const kept = KEPT[kind];
  return addAtOnce(one, kind, kept, async ({ state, scene }, created) => {
    // An id that was issued twice has a requirement of its own.
    const distinct = [...new Map(created.map((each) => [each.id, each])).values()];
    const items = await removeAll(kind, distinct, state);
    const alone = items.some(({ called }) => !isReportedMissing(called))
      ? undefined
      : await removeAlone(kind, state, subSeed(one.seed, 'alone'));
    const on = itemOperation(kind, 'post');
    return [one.run.judge(judgeLostItems, kept, on, items, alone, scene)];
  });
};

/**
 * TRAVEL-CAR-02, TRAVEL-PERSON-02, TRAVEL-METADATA-02 (D13): many cars, persons or metadata keys are added to a draft
 * concurrently.
 */
export const keptItemRaces: Checks = {
  suite: 'races',
  file: programFile(import.meta.url),
  judges: [judgeLostItems],
  checks: itemChecks('add', KEPT, ['post'], collectKept),
};

/** UNIQUE-03, UNIQUE-04 (D11): items that are added concurrently have unique ids. */
export const itemIdRaces: Checks = {
  suite: 'races',
  file: programFile(import.meta.url),
  judges: [judgeUniqueIds],
  checks: itemChecks('ids', UNIQUE, ['post'], (one, kind, unique) =>
    addAtOnce(one, kind, unique, async (held, created) =>
      judgeCreated(held, unique, itemOperation(kind, 'post'), created),
    ),
  ),
};
