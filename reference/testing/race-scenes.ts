import { type Answer, type Visitor } from './visitor.ts';
import { contractable, contractsIn } from './contract-scenes.ts';
import { ITEM_BODIES, PARAMETERS, idOn, writeDraft } from './journey.ts';
import type { Line } from '../../spec/line.ts';
import { type OperationId, operation } from '../../spec/operations.ts';
import { SAMPLE_DRAFTS } from './sample-drafts.ts';
import type { Scene } from './fault-scenes.ts';

type Calls = (at: number) => Promise<Answer>;

/** Makes calls at once, over connections that reads of a draft have opened. */
const atOnce = async (
  visitor: Visitor,
  line: Line,
  draftId: string,
  size: number,
  call: Calls,
): Promise<readonly Answer[]> => {
  const many = (make: Calls) => Promise.all(Array.from({ length: size }, (_, at) => make(at)));
  await many(() => visitor.call(idOn(line, 'draft-get'), { draftId }));
  return many(call);
};

const contracts: Scene = async (visitor) => {
  const { draftId, payload } = await contractable(visitor);
  const answers = await atOnce(visitor, 'gap', draftId, 20, () =>
    visitor.call('gap.contract-create', { draftId }, payload),
  );
  return (await contractsIn(visitor, answers)) > 1;
};

const drafts: Scene = async (visitor, on) => {
  const { line } = operation(on);
  const body = SAMPLE_DRAFTS[line];
  const { draftId } = await writeDraft(visitor, line, body);
  const answers = await atOnce(visitor, line, draftId, 20, (at) =>
    visitor.call(on, {}, { ...body, language: at % 2 === 0 ? body['language'] : undefined }),
  );
  const ids = answers.map((answer) => visitor.idOf(line, 'draft', answer));
  return new Set(ids).size < ids.length;
};

const kindOf = (on: OperationId): keyof typeof PARAMETERS =>
  operation(on).step.split('-')[0] as keyof typeof PARAMETERS;

/** Adds five items at once to a new draft. */
const add = async (visitor: Visitor, on: OperationId) => {
  const { draftId } = await writeDraft(visitor, 'travel', SAMPLE_DRAFTS.travel);
  const answers = await atOnce(visitor, 'travel', draftId, 5, (at) =>
    visitor.call(on, { draftId }, { ...ITEM_BODIES[kindOf(on)], key: `key ${at}` }),
  );
  return { draftId, answers };
};

const lostItems: Scene = async (visitor, on) => {
  const { draftId, answers } = await add(visitor, on);
  const kind = kindOf(on);
  const statuses: number[] = [];
  for (const answer of answers) {
    const ids = { draftId, [PARAMETERS[kind]]: visitor.idOf('travel', kind, answer) };
    statuses.push((await visitor.call(`travel.${kind}-delete`, ids, {})).status);
  }
  return statuses.includes(404) && statuses.includes(200);
};

const itemIds: Scene = async (visitor, on) => {
  const { answers } = await add(visitor, on);
  const ids = answers.map((answer) => visitor.idOf('travel', kindOf(on), answer));
  return new Set(ids).size < ids.length;
};

const breaksDown: Scene = async (visitor, on) =>
  (await add(visitor, on)).answers.some(({ status }) => status === 500);

const updates: Scene = async (visitor, on) => {
  const { line } = operation(on);
  const body = SAMPLE_DRAFTS[line];
  const { draftId } = await writeDraft(visitor, line, body);
  await atOnce(visitor, line, draftId, 4, (at) =>
    at % 2 === 0
      ? visitor.call(on, { draftId }, body)
      : visitor.call(idOn(line, 'price-request'), { draftId }, {}),
  );
  return (await visitor.call(idOn(line, 'draft-get'), { draftId })).status >= 400;
};

/** Scenes of calls at once, by requirement. */
export const raceScenes: Readonly<Record<string, Scene>> = {
  'GAP-CONTRACT-01': contracts,
  'UNIQUE-01': drafts,
  'UNIQUE-03': itemIds,
  'UNIQUE-04': itemIds,
  'TRAVEL-CAR-02': lostItems,
  'TRAVEL-PERSON-02': lostItems,
  'TRAVEL-METADATA-02': lostItems,
  'DRAFT-03': updates,
  'ERROR-01': breaksDown,
};
