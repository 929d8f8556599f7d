import type { Call } from '../../client/http/client.ts';
import { valueAt, withValue } from '../../generators/pointer.ts';
import type { Line } from '../../spec/line.ts';
import type { Run } from '../run.ts';
import { isTaken, type Question, Scene, yes } from './scene.ts';

const SECOND: Question = {
  id: 'second-contract',
  subject: 'behaviour',
  question: 'what does a second contract creation on one draft answer?',
  rule: 'K2',
};
const AFTERWARDS: Question = {
  id: 'update-after-contract',
  subject: 'behaviour',
  question: 'may a draft be updated after its contract?',
  rule: 'S18',
};
const UNPRICED: Question = {
  id: 'contract-without-price',
  subject: 'behaviour',
  question: 'is a contract made of a draft that was never priced?',
  rule: 'K3',
};
const OTHER_AMOUNT: Question = {
  id: 'contract-for-other-amount',
  subject: 'behaviour',
  question: 'is a contract made for another amount than that of the price?',
  rule: 'K3',
};

const AMOUNT = '/transactionAmount/value';

const ready = async (run: Run, line: Line, name: string): Promise<Scene> => {
  const scene = new Scene(run, line, name);
  await scene.open();
  await scene.call({ step: 'price-request' });
  await scene.call({ step: 'token-terms' });
  return scene;
};

const twoContracts = async (run: Run, line: Line): Promise<Scene> => {
  const scene = await ready(run, line, 'second-contract');
  if (!isTaken(await scene.call({ step: 'contract-create' }))) return scene;
  const first = scene.state.parameters.contractId;
  const again = await scene.call({ step: 'contract-create' });
  const same = scene.state.parameters.contractId === first;
  const words = same ? 'the same contract' : 'another contract';
  scene.note('contract-create', SECOND, again, isTaken(again) ? words : undefined);
  const update = await scene.call({ step: 'draft-update', revised: true });
  scene.note('draft-update', AFTERWARDS, update, yes(update));
  return scene;
};

const unpriced = async (run: Run, line: Line): Promise<Scene> => {
  const scene = new Scene(run, line, 'unpriced');
  await scene.open();
  await scene.call({ step: 'token-terms' });
  if (line !== 'gap') {
    const sent = await scene.call({ step: 'contract-create' });
    scene.note('contract-create', UNPRICED, sent, yes(sent));
  }
  return scene;
};

const moreExpensive = (call: Call): Call => {
  const amount = Number(valueAt(call.body, AMOUNT));
  return { ...call, body: withValue(call.body, AMOUNT, amount + 100) };
};

const otherAmount = async (run: Run, line: Line): Promise<Scene> => {
  const scene = await ready(run, line, 'other-amount');
  // Where no price shows its amount, nobody knows which one is another (P5).
  if ('amount' in run.target.gapPrice) return scene;
  const sent = await scene.call({ step: 'contract-create' }, moreExpensive);
  scene.note('contract-create', OTHER_AMOUNT, sent, yes(sent));
  return scene;
};

/** What is asked of the contracts of a line; nothing is sent where the target allows no contract. */
export const contractScenes = (
  run: Run,
  line: Line,
): readonly ((run: Run, line: Line) => Promise<Scene>)[] => [
  twoContracts,
  line === 'gap' ? otherAmount : unpriced,
];
