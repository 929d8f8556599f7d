import type { Line } from '../../spec/line.ts';
import { alteredId } from '../protocol/altered-id.ts';
import type { Run } from '../run.ts';
import { isTaken, type Question, Scene, yes } from './scene.ts';

const WITHOUT_BODY: Question = {
  id: 'delete-without-body',
  subject: 'requests',
  question: 'is a deletion without a body accepted?',
  rule: 'D7',
};
const DELETED: Question = {
  id: 'delete-twice',
  subject: 'behaviour',
  question: 'what does a second deletion of one car answer?',
  rule: 'D6',
};
const UNKNOWN: Question = {
  id: 'put-unknown-car',
  subject: 'behaviour',
  question: 'does a PUT on an unknown carId make a car?',
  rule: 'S11',
};
const SAME_KEY: Question = {
  id: 'same-metadata-key',
  subject: 'behaviour',
  question: 'what becomes of a metadata key that is posted twice?',
  rule: 'V10',
};

const cars = async (run: Run, line: Line): Promise<Scene> => {
  const scene = new Scene(run, line, 'cars');
  await scene.open();
  await scene.call({ step: 'car-post' });
  const { carId } = scene.state.parameters;
  if (carId === undefined) return scene;
  const unknown = { carId: alteredId(carId, 1) };
  const put = await scene.send('car-put', (call) => ({
    ...call,
    params: { ...call.params, ...unknown },
  }));
  scene.note('car-put', UNKNOWN, put, yes(put));
  const bare = await scene.send('car-delete', (call) => ({ ...call, rawBody: '' }));
  scene.note('car-delete', WITHOUT_BODY, bare);
  if (!isTaken(bare)) await scene.call({ step: 'car-delete' });
  scene.note('car-delete', DELETED, await scene.call({ step: 'car-delete' }));
  return scene;
};

const metadata = async (run: Run, line: Line): Promise<Scene> => {
  const scene = new Scene(run, line, 'metadata');
  await scene.open();
  if (!isTaken(await scene.call({ step: 'metadata-post' }))) return scene;
  const first = scene.state.parameters.keyId;
  const again = await scene.call({ step: 'metadata-post' });
  const same = scene.state.parameters.keyId === first;
  const words = same ? 'accepted, with the same keyId' : 'accepted, with another keyId';
  scene.note('metadata-post', SAME_KEY, again, isTaken(again) ? words : undefined);
  return scene;
};

/** What is asked of the items of travel drafts. */
export const ITEM_SCENES: readonly ((run: Run, line: Line) => Promise<Scene>)[] = [cars, metadata];
