import { valueAt, withoutValue, withValue } from '../../generators/pointer.ts';
import { headerOf } from '../../oracles/answers/json-body.ts';
import { resourceIn } from '../../oracles/answers/resource.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { VERSION_HEADER } from '../../spec/limits.ts';
import type { Line } from '../../spec/line.ts';
import type { Run } from '../engine/run.ts';
import { answerOf } from './observed-outcome.ts';
import { type Question, Scenario, acceptedWord } from './scenario.ts';
import type { Call } from '../../client/http/client.ts';
import { alteredId } from '../protocol/altered-id.ts';
import type { OpenPoint } from '../../oracles/open-point.ts';
import { isAccepted } from '../../oracles/answers/answer-form.ts';

const LANGUAGE = '/language';

const TWICE: Question = {
  id: 'same-creation-twice',
  subject: 'behaviour',
  question: 'do two equal creations create two drafts?',
  rule: 'D11',
};
const UPDATE: Question = {
  id: 'update-without-field',
  subject: 'behaviour',
  question: 'does an update replace the draft or merge into it?',
  rule: 'D1',
};
const PAYMENT: Question = {
  id: 'payment-status-before-contract',
  subject: 'behaviour',
  question: 'is there a payment status before there is a contract?',
  rule: 'S14',
};

const createTwice = async (run: Run, line: Line): Promise<Scenario> => {
  const first = new Scenario(run, line, 'same-creation');
  const second = new Scenario(run, line, 'same-creation');
  await first.call({ step: 'draft-create' });
  const again = await second.call({ step: 'draft-create' });
  const ids = [first, second].map(({ state }) => state.parameters.draftId);
  const words = ids[0] === ids[1] ? 'one draft' : 'two drafts';
  if (ids.every((id) => id !== undefined)) first.note('draft-create', TWICE, again, words);
  return first;
};

const languageIn = (exchange: Exchange | undefined): unknown =>
  exchange && valueAt(resourceIn(exchange), LANGUAGE);

/** D1: observes if a field that the update omits is kept or removed, provided that reads show the field at all. */
const updateWithoutField = async (run: Run, line: Line): Promise<Scenario> => {
  const language = line === 'landlord' ? 'fr-BE' : 'fr';
  const drawn = new Scenario(run, line, 'update').state.data.draft;
  const draft = withValue(drawn, LANGUAGE, language);
  const scenario = new Scenario(run, line, 'update', {
    draft,
    revised: withoutValue(draft, LANGUAGE),
  });
  await scenario.open();
  const before = await scenario.call({ step: 'draft-get' });
  const update = await scenario.call({ step: 'draft-update', revised: true });
  const after = await scenario.call({ step: 'draft-get' });
  if (languageIn(before) !== language || !isAccepted(update)) return scenario;
  const words = languageIn(after) === language ? 'it is merged' : 'it replaces';
  scenario.note('draft-update', UPDATE, after, words);
  return scenario;
};

/** Values close to the one version, with the names in their ids. */
const VERSIONS = { short: '1', long: '1.00', three: '1.0.0', quoted: '"1.0"' } as const;

const version = (name: string, value: string): Question => ({
  id: `version-${name}`,
  subject: 'requests',
  question: `is the version ${value} accepted as 1.0?`,
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

const readInOddWays = async (run: Run, line: Line): Promise<Scenario> => {
  const scenario = new Scenario(run, line, 'reads');
  await scenario.open();
  for (const [name, value] of Object.entries(VERSIONS)) {
    const change = { headers: { [VERSION_HEADER]: value } };
    const sent = await scenario.send('draft-get', () => change);
    scenario.note('draft-get', version(name, value), sent);
  }
  for (const name of ['HEAD', 'OPTIONS', 'PATCH']) {
    const body = name === 'PATCH' ? { body: {} } : {};
    const sent = await scenario.send('draft-get', () => ({ ...body, method: name }));
    scenario.note('draft-get', method(name), sent, sent && allowed(sent));
  }
  if (line !== 'gap') {
    const sent = await scenario.send('payment-status', () => ({}));
    scenario.note('payment-status', PAYMENT, sent, acceptedWord(sent));
  }
  return scenario;
};

/** Scenarios for the drafts of every line. */
const DRAFT_SCENARIOS: readonly ((run: Run, line: Line) => Promise<Scenario>)[] = [
  createTwice,
  updateWithoutField,
  readInOddWays,
];

const SECOND: Question = {
  id: 'second-contract',
  subject: 'behaviour',
  question: 'how is a second contract creation on one draft answered?',
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
  question: 'is a contract created from a draft that was never priced?',
  rule: 'K3',
};
const OTHER_AMOUNT: Question = {
  id: 'contract-for-other-amount',
  subject: 'behaviour',
  question: 'is a contract created for an amount other than that of the price?',
  rule: 'K3',
};

const AMOUNT = '/transactionAmount/value';

const ready = async (run: Run, line: Line, name: string): Promise<Scenario> => {
  const scenario = new Scenario(run, line, name);
  await scenario.open();
  await scenario.call({ step: 'price-request' });
  await scenario.call({ step: 'token-terms' });
  return scenario;
};

const twoContracts = async (run: Run, line: Line): Promise<Scenario> => {
  const scenario = await ready(run, line, 'second-contract');
  if (!isAccepted(await scenario.call({ step: 'contract-create' }))) return scenario;
  const first = scenario.state.parameters.contractId;
  const again = await scenario.call({ step: 'contract-create' });
  const same = scenario.state.parameters.contractId === first;
  const words = same ? 'the same contract' : 'another contract';
  scenario.note('contract-create', SECOND, again, isAccepted(again) ? words : undefined);
  const update = await scenario.call({ step: 'draft-update', revised: true });
  scenario.note('draft-update', AFTERWARDS, update, acceptedWord(update));
  return scenario;
};

const unpriced = async (run: Run, line: Line): Promise<Scenario> => {
  const scenario = new Scenario(run, line, 'unpriced');
  await scenario.open();
  await scenario.call({ step: 'token-terms' });
  if (line !== 'gap') {
    const sent = await scenario.call({ step: 'contract-create' });
    scenario.note('contract-create', UNPRICED, sent, acceptedWord(sent));
  }
  return scenario;
};

const moreExpensive = ({ body }: Call): Partial<Call> => ({
  body: withValue(body, AMOUNT, Number(valueAt(body, AMOUNT)) + 100),
});

const otherAmount = async (run: Run, line: Line): Promise<Scenario> => {
  const scenario = await ready(run, line, 'other-amount');
  // A different amount cannot be chosen if no price shows its amount (P5).
  if ('amount' in run.target.gapPrice) return scenario;
  const sent = await scenario.call({ step: 'contract-create' }, moreExpensive);
  scenario.note('contract-create', OTHER_AMOUNT, sent, acceptedWord(sent));
  return scenario;
};

/** Scenarios for the contracts of a line; none if the target allows no contract. */
const contractScenarios = (
  line: Line,
): readonly ((run: Run, line: Line) => Promise<Scenario>)[] => [
  twoContracts,
  line === 'gap' ? otherAmount : unpriced,
];

const WITHOUT_BODY: Question = {
  id: 'delete-without-body',
  subject: 'requests',
  question: 'is a deletion without a body accepted?',
  rule: 'D7',
};
const DELETED: Question = {
  id: 'delete-twice',
  subject: 'behaviour',
  question: 'how is a second deletion of a car answered?',
  rule: 'D6',
};
const UNKNOWN: Question = {
  id: 'put-unknown-car',
  subject: 'behaviour',
  question: 'does a PUT on an unknown carId create a car?',
  rule: 'S11',
};
const SAME_KEY: Question = {
  id: 'same-metadata-key',
  subject: 'behaviour',
  question: 'what happens if a metadata key is posted twice?',
  rule: 'V10',
};

const cars = async (run: Run, line: Line): Promise<Scenario> => {
  const scenario = new Scenario(run, line, 'cars');
  await scenario.open();
  await scenario.call({ step: 'car-post' });
  const { carId } = scenario.state.parameters;
  if (carId === undefined) return scenario;
  const unknown = { carId: alteredId(carId, 1) };
  const put = await scenario.send('car-put', ({ params }) => ({
    params: { ...params, ...unknown },
  }));
  scenario.note('car-put', UNKNOWN, put, acceptedWord(put));
  const bare = await scenario.send('car-delete', () => ({ rawBody: '' }));
  scenario.note('car-delete', WITHOUT_BODY, bare);
  if (!isAccepted(bare)) await scenario.call({ step: 'car-delete' });
  scenario.note('car-delete', DELETED, await scenario.call({ step: 'car-delete' }));
  return scenario;
};

const metadata = async (run: Run, line: Line): Promise<Scenario> => {
  const scenario = new Scenario(run, line, 'metadata');
  await scenario.open();
  if (!isAccepted(await scenario.call({ step: 'metadata-post' }))) return scenario;
  const first = scenario.state.parameters.keyId;
  const again = await scenario.call({ step: 'metadata-post' });
  const same = scenario.state.parameters.keyId === first;
  const words = same ? 'accepted, with the same keyId' : 'accepted, with another keyId';
  scenario.note('metadata-post', SAME_KEY, again, isAccepted(again) ? words : undefined);
  return scenario;
};

/** Scenarios for the items of travel drafts. */
const ITEM_SCENARIOS: readonly ((run: Run, line: Line) => Promise<Scenario>)[] = [cars, metadata];

/** Runs the scenarios of a line, each on its own draft, and records their observations. */
export const runScenarios = async (run: Run, line: Line): Promise<readonly OpenPoint[]> => {
  const items = line === 'travel' ? ITEM_SCENARIOS : [];
  const scenarios = [...DRAFT_SCENARIOS, ...contractScenarios(line), ...items];
  const played = await Promise.all(scenarios.map((play) => play(run, line)));
  return played.flatMap(({ points }) => points);
};
