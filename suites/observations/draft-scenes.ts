import { valueAt, withoutValue, withValue } from '../../generators/pointer.ts';
import { headerOf, jsonBody } from '../../oracles/answers/json-body.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { VERSION_HEADER } from '../../spec/limits.ts';
import type { Line } from '../../spec/line.ts';
import type { Run } from '../run.ts';
import { answerOf } from './answer.ts';
import { isTaken, type Question, Scene, yes } from './scene.ts';

const LANGUAGE = '/language';

const TWICE: Question = {
  id: 'same-creation-twice',
  subject: 'behaviour',
  question: 'does the same creation, sent twice, make two drafts?',
  rule: 'D11',
};
const UPDATE: Question = {
  id: 'update-without-field',
  subject: 'behaviour',
  question: 'does an update replace the draft, or is it merged into it?',
  rule: 'D1',
};
const OTHER: Question = {
  id: 'other-reads-draft',
  subject: 'behaviour',
  question: 'may another customer (identity other) read a draft?',
  rule: 'D10',
};
const PAYMENT: Question = {
  id: 'payment-status-before-contract',
  subject: 'behaviour',
  question: 'is there a payment status before there is a contract?',
  rule: 'S14',
};

const createTwice = async (run: Run, line: Line): Promise<Scene> => {
  const first = new Scene(run, line, 'same-creation');
  const second = new Scene(run, line, 'same-creation');
  await first.call({ step: 'draft-create' });
  const again = await second.call({ step: 'draft-create' });
  const ids = [first, second].map(({ state }) => state.parameters.draftId);
  const words = ids[0] === ids[1] ? 'one draft' : 'two drafts';
  if (ids.every((id) => id !== undefined)) first.note('draft-create', TWICE, again, words);
  return first;
};

const languageIn = (exchange: Exchange | undefined): unknown => {
  const body = jsonBody(exchange?.response?.body);
  return body.ok ? valueAt(body.value, LANGUAGE) : undefined;
};

/** D1: a field that the update leaves out is still there, or is gone; told where reads show the field at all. */
const updateWithoutField = async (run: Run, line: Line): Promise<Scene> => {
  const language = line === 'landlord' ? 'fr-BE' : 'fr';
  const drawn = new Scene(run, line, 'update').state.data.draft;
  const draft = withValue(drawn, LANGUAGE, language);
  const scene = new Scene(run, line, 'update', { draft, revised: withoutValue(draft, LANGUAGE) });
  await scene.open();
  const before = await scene.call({ step: 'draft-get' });
  const update = await scene.call({ step: 'draft-update', revised: true });
  const after = await scene.call({ step: 'draft-get' });
  if (languageIn(before) !== language || !isTaken(update)) return scene;
  const words = languageIn(after) === language ? 'it is merged' : 'it replaces';
  scene.note('draft-update', UPDATE, after, words);
  return scene;
};

/** Values that come close to the one version, with what their ids are called. */
const VERSIONS = { short: '1', long: '1.00', quoted: '"1.0"' } as const;

const version = (name: string, value: string): Question => ({
  id: `version-${name}`,
  subject: 'requests',
  question: `is the version ${value} taken for 1.0?`,
  rule: 'W1',
});

const method = (name: string): Question => ({
  id: `method-${name.toLowerCase()}`,
  subject: 'requests',
  question: `is ${name} answered on the path of a draft?`,
  rule: 'S15',
});

const allowed = (exchange: Exchange): string => {
  const { kind, words: refused } = answerOf(exchange);
  const words = kind === 'accepted' ? `answered with ${exchange.response?.status}` : refused;
  const allow = headerOf(exchange, 'allow');
  return allow === undefined ? words : `${words}, Allow: ${allow}`;
};

const readInOddWays = async (run: Run, line: Line): Promise<Scene> => {
  const scene = new Scene(run, line, 'reads');
  await scene.open();
  for (const [name, value] of Object.entries(VERSIONS)) {
    const change = { headers: { [VERSION_HEADER]: value } };
    const sent = await scene.send('draft-get', (call) => ({ ...call, ...change }));
    scene.note('draft-get', version(name, value), sent);
  }
  for (const name of ['HEAD', 'OPTIONS', 'PATCH']) {
    const body = name === 'PATCH' ? { body: {} } : {};
    const sent = await scene.send('draft-get', (call) => ({ ...call, ...body, method: name }));
    scene.note('draft-get', method(name), sent, sent && allowed(sent));
  }
  if (run.target.identities.other) {
    const sent = await scene.send('draft-get', (call) => ({ ...call, identity: 'other' }));
    scene.note('draft-get', OTHER, sent, yes(sent));
  }
  if (line !== 'gap') {
    const sent = await scene.send('payment-status', (call) => call);
    scene.note('payment-status', PAYMENT, sent, yes(sent));
  }
  return scene;
};

/** What is asked of the drafts of every line. */
export const DRAFT_SCENES: readonly ((run: Run, line: Line) => Promise<Scene>)[] = [
  createTwice,
  updateWithoutField,
  readInOddWays,
];
