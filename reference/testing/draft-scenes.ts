import { type Answer, type Visitor, at } from './visitor.ts';
import { type Line, LINES } from '../../spec/line.ts';
import { type OperationId, operation } from '../../spec/operations.ts';
import { PARAMETERS, idOn, writeDraft } from './journey.ts';
import { SAMPLE_DRAFTS } from './sample-drafts.ts';
import type { Scene } from './fault-scenes.ts';
import { addItems } from './item-scenes.ts';
import { isObject } from '../json.ts';
import { preparedCall } from './prepared-call.ts';

const readOften: Scene = async (visitor, on) => {
  const { line } = operation(on);
  const { draftId } = await writeDraft(visitor, line, SAMPLE_DRAFTS[line]);
  const statuses: number[] = [];
  const read = async (): Promise<void> => {
    statuses.push((await visitor.call(idOn(line, 'draft-get'), { draftId })).status);
  };
  for (const step of [
    ...Array<'draft-get'>(3).fill('draft-get'),
    'draft-update',
    'draft-update',
  ] as const) {
    if (step === 'draft-update')
      await visitor.call(idOn(line, step), { draftId }, SAMPLE_DRAFTS[line]);
    await read();
  }
  return statuses.includes(404);
};

const contentOf = ({ body }: Answer): string =>
  isObject(body) ? JSON.stringify([body['language'], body['risk'], body['terms']]) : '';

/** Another draft of the same customer, with nothing in it that the sample has. */
const another = (line: Line) => {
  const { policyholder, language } = SAMPLE_DRAFTS[line];
  return {
    policyholder,
    language: language === 'en' ? 'nl' : String(language).replace('nl', 'fr'),
  };
};

const besideAnother: Scene = async (visitor, on) => {
  const { line } = operation(on);
  const { draftId } = await writeDraft(visitor, line, SAMPLE_DRAFTS[line]);
  const read = () => visitor.call(idOn(line, 'draft-get'), { draftId });
  const before = await read();
  const other = await writeDraft(visitor, line, another(line));
  const ids = { draftId: other.draftId };
  if (on.endsWith('-update')) await visitor.call(on, ids, another(line));
  await read();
  if (on.endsWith('-create')) await visitor.call(on, {}, line === 'gap' ? {} : another(line));
  const after = await read();
  return after.status !== before.status || contentOf(after) !== contentOf(before);
};

const isTwice = (ids: readonly string[]): boolean => new Set(ids).size < ids.length;

const createdInARow: Scene = async (visitor, on) => {
  const { line } = operation(on);
  const ids: string[] = [];
  while (ids.length < 6) {
    const body = ids.length % 2 === 0 ? SAMPLE_DRAFTS[line] : another(line);
    ids.push((await writeDraft(visitor, line, body)).draftId);
  }
  return isTwice(ids);
};

const contractedInARow: Scene = async (visitor, on) => {
  const ids: string[] = [];
  while (ids.length < 2) {
    const prepared = await preparedCall(visitor, on);
    const answer = await visitor.call(on, prepared.ids, prepared.body);
    ids.push(visitor.idOf(operation(on).line, 'contract', answer));
  }
  return isTwice(ids);
};

/** Keys that a careless comparison takes for one. */
const nearKeys = async (visitor: Visitor): Promise<boolean> => {
  const { draftId } = await writeDraft(visitor, 'travel', SAMPLE_DRAFTS.travel);
  const ids: string[] = [];
  for (const key of ['reference-of-mine', 'REFERENCE-OF-MINE', 'reference-of-mine-2']) {
    const added = await visitor.call('travel.metadata-post', { draftId }, { key, value: 'v' });
    ids.push(visitor.idOf('travel', 'metadata', added));
  }
  return isTwice(ids);
};

const addedInARow =
  (kind: keyof typeof PARAMETERS, drafts: number): Scene =>
  async (visitor) => {
    const ids: string[] = [];
    for (let draft = 1; draft <= drafts; draft += 1)
      for (const added of await addItems(visitor, kind, 3)) ids.push(added[PARAMETERS[kind]] ?? '');
    return isTwice(ids);
  };

/** Asks for what each of the other lines made. */
const ofOtherLines: Scene = async (visitor, on: OperationId) => {
  const { line, step } = operation(on);
  const statuses: number[] = [];
  for (const other of LINES.filter((each) => each !== line)) {
    const { ids } = await preparedCall(visitor, idOn(other, step));
    statuses.push((await visitor.call(on, ids)).status);
  }
  return statuses.includes(200);
};

const shownUnderAnotherId: Scene = async (visitor, on) => {
  const { ids, body } = await preparedCall(visitor, on);
  const answer = await visitor.call(on, ids, body);
  return at(answer.body, '/draftId') !== ids['draftId'];
};

/** Scenes of drafts and ids, by requirement. */
export const draftScenes: Readonly<Record<string, Scene>> = {
  'DRAFT-03': readOften,
  'DRAFT-04': besideAnother,
  'LANDLORD-DRAFT-02': shownUnderAnotherId,
  'UNIQUE-01': createdInARow,
  'UNIQUE-02': contractedInARow,
  'UNIQUE-03': addedInARow('car', 2),
  'UNIQUE-04': async (visitor, on) =>
    (await addedInARow('metadata', 1)(visitor, on)) || nearKeys(visitor),
  'ID-06': ofOtherLines,
  'ID-07': ofOtherLines,
};
