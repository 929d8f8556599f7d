import { ITEM_BODIES, PARAMETERS, writeDraft } from './journey.ts';
import { type OperationId, operation } from '../../spec/operations.ts';
import { SAMPLE_DRAFTS } from './sample-drafts.ts';
import type { Scene } from './fault-scenes.ts';
import type { Visitor } from './visitor.ts';

type ItemKind = keyof typeof PARAMETERS;
type Ids = Readonly<Record<string, string>>;

const kindOf = (on: OperationId): ItemKind => operation(on).step.split('-')[0] as ItemKind;

/** Adds so many items to a new travel draft; the ids of each, with that of the draft. */
export const addItems = async (
  visitor: Visitor,
  kind: ItemKind,
  count: number,
): Promise<readonly Ids[]> => {
  const { draftId } = await writeDraft(visitor, 'travel', SAMPLE_DRAFTS.travel);
  const added: Ids[] = [];
  while (added.length < count) {
    const body = { ...ITEM_BODIES[kind], [kind === 'car' ? 'model' : 'key']: `${added.length}` };
    const answer = await visitor.call(`travel.${kind}-post`, { draftId }, body);
    added.push({ draftId, [PARAMETERS[kind]]: visitor.idOf('travel', kind, answer) });
  }
  return added;
};

const deletedTwice: Scene = async (visitor, on) => {
  const statuses: number[] = [];
  for (const ids of await addItems(visitor, kindOf(on), 2)) {
    await visitor.call(on, ids, {});
    statuses.push((await visitor.call(on, ids, {})).status);
  }
  return statuses.includes(200);
};

/** One of four is changed or deleted, unless it is the adding that is looked at; then each is changed. */
const sideBySide: Scene = async (visitor, on) => {
  const kind = kindOf(on);
  const items = await addItems(visitor, kind, 4);
  const [, second] = items;
  const isDeletion = on.endsWith('-delete');
  if (!on.endsWith('-post')) await visitor.call(on, second, isDeletion ? {} : ITEM_BODIES[kind]);
  const statuses: number[] = [];
  for (const ids of items.filter((each) => !isDeletion || each !== second)) {
    const answer = await visitor.call(`travel.${kind}-put`, ids, ITEM_BODIES[kind]);
    statuses.push(answer.status);
  }
  return statuses.includes(404);
};

const deletedElsewhere: Scene = async (visitor, on) => {
  const kind = kindOf(on);
  const [item] = await addItems(visitor, kind, 1);
  const [other] = await addItems(visitor, kind, 1);
  const foreign = await visitor.call(on, { ...item, draftId: other?.['draftId'] ?? '' }, {});
  const own = await visitor.call(on, item, {});
  return foreign.status < 400 || own.status >= 400;
};

/** Scenes of cars, persons and metadata, by requirement. */
export const itemScenes: Readonly<Record<string, Scene>> = Object.fromEntries(
  ['CAR', 'PERSON', 'METADATA'].flatMap((kind) => [
    [`TRAVEL-${kind}-01`, deletedTwice],
    [`TRAVEL-${kind}-02`, sideBySide],
    [`TRAVEL-${kind}-03`, deletedElsewhere],
  ]),
);
