import { expect, test } from 'vitest';
import type { Target } from '../../client/target.ts';
import { testExchange } from '../../client/testing/test-exchange.ts';
import type { Exchange, HeaderMap } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import type { Step } from '../../spec/operation.ts';
import { extractInputs } from '../../suites/journey/extract-inputs.ts';
import type { JourneyState } from '../../suites/journey/state.ts';
import { rowOf } from '../../suites/journey/make-call.ts';
import { initialState } from '../../suites/journey/walk.ts';
import { stubRun } from '../../suites/testing/stub-run.ts';
import { stubService } from '../../suites/testing/stub-service.ts';
import { learnedValues } from '../preparation/plan-journeys.ts';
import { readLearned } from '../scripts/place-in-answer.ts';

type Places = string | string[];

/** A target key for places, its serialised form, and its form as the suites read it. */
interface Key {
  readonly line: Line;
  readonly step: Step;
  readonly declared: (places: Places) => Partial<Target>;
  readonly name: string;
  readonly known: (state: JourneyState) => unknown;
}

const DRAFT: Key = {
  line: 'gap',
  step: 'draft-create',
  declared: (draft) => ({ ids: { gap: { draft } } }),
  name: 'draft.id',
  known: ({ parameters }) => parameters.draftId,
};
const CAR: Key = {
  line: 'travel',
  step: 'car-post',
  declared: (car) => ({ ids: { travel: { car } } }),
  name: 'car.id',
  known: ({ parameters }) => parameters.carId,
};
const PERSON: Key = {
  line: 'travel',
  step: 'person-post',
  declared: (person) => ({ ids: { travel: { person } } }),
  name: 'person.id',
  known: ({ parameters }) => parameters.personId,
};
const METADATA: Key = {
  line: 'travel',
  step: 'metadata-post',
  declared: (metadata) => ({ ids: { travel: { metadata } } }),
  name: 'metadata.id',
  known: ({ parameters }) => parameters.keyId,
};
const CONTRACT: Key = {
  line: 'jobloss',
  step: 'contract-create',
  declared: (contract) => ({ ids: { jobloss: { contract } } }),
  name: 'contract.id',
  known: ({ parameters }) => parameters.contractId,
};
const TOKEN: Key = {
  line: 'gap',
  step: 'token-terms',
  declared: (termsToken) => ({ termsToken }),
  name: 'token',
  known: ({ known }) => known.token,
};
const AMOUNT: Key = {
  line: 'gap',
  step: 'price-request',
  declared: (gapPrice) => ({ gapPrice }),
  name: 'price.amount',
  known: ({ known }) => known.price?.amount?.toString(),
};

const at = (body: unknown, headers: HeaderMap = {}): Exchange =>
  testExchange({ body: typeof body === 'string' ? body : JSON.stringify(body), headers });
const link = (location: string): Exchange => at('', { location });

/** Values that both readers find in an answer. */
const readBoth = async (key: Key, places: Places, answer: Exchange) => {
  const { run } = await stubRun(stubService(), key.line, undefined, key.declared(places));
  const state = initialState({ run, test: 'test', seed: 1 }, key.line);
  const row = rowOf(key.line, key.step);
  extractInputs(row, state, [answer]);
  const learned = learnedValues(row, run).find(({ name }) => name === key.name);
  return { suites: key.known(state), load: learned && readLearned(learned, answer) };
};

type Form = readonly [form: string, places: Places, answer: Exchange, found: string | undefined];

const TEXTS: readonly Form[] = [
  ['a pointer', '/data/id', at({ data: { id: 'a-1' } }), 'a-1'],
  ['a pointer into a list', '/ids/1', at({ ids: ['a-1', 'a-2'] }), 'a-2'],
  ['a pointer with escapes', '/a~1b/m~0n', at({ 'a/b': { 'm~n': 'a-1' } }), 'a-1'],
  ['a pointer to an empty name', '/', at({ '': 'a-1' }), 'a-1'],
  ['a body that begins with a byte order mark', '/id', at('\uFEFF{"id":"a-1"}'), 'a-1'],
  ['a header', 'header:X-Place', at('', { 'x-place': 'a-1' }), 'a-1'],
  ['a header in small letters', 'header:x-place', at('', { 'x-place': 'a-1' }), 'a-1'],
  ['a header that comes twice', 'header:X-Place', at('', { 'x-place': ['a-1', 'a-2'] }), 'a-1'],
  ['the path of a Location', 'location', link('/api/things/a-1'), 'a-1'],
  ['a whole Location', 'location', link('https://b.example:81/x/a-1/?y=/z#w'), 'a-1'],
  ['a relative Location', 'location', link('a-1'), 'a-1'],
  ['a Location with what must be encoded', 'location', link('/x/a%2F1%20b'), 'a/1 b'],
  ['a Location that is not well encoded', 'location', link('/x/%E0%A4%A'), '%E0%A4%A'],
  ['a Location without a path', 'location', link('https://b.example'), undefined],
  ['the first of a list', ['/id', 'header:X-Place'], at({ id: 'a-1' }, { 'x-place': 'b' }), 'a-1'],
  ['a later one of a list', ['/id', 'header:X', 'location'], link('/x/a-1'), 'a-1'],
  ['past one that is null or empty', ['/a', '/b', '/c'], at({ a: null, b: '', c: 'a-1' }), 'a-1'],
  ['nothing that a list has beside its items', '/ids/length', at({ ids: ['a'] }), undefined],
  ['nothing in a body that is no JSON', '/id', at('<id>a-1</id>'), undefined],
];

const NUMBERS: readonly Form[] = [
  ['a number', '/id', at({ id: 17 }), '17'],
  ['a number that JavaScript rounds', '/id', at('{"id":9007199254740993}'), '9007199254740993'],
];

const AMOUNTS: readonly Form[] = [
  ['an integer', '/price', at({ price: 1325 }), '1325'],
  ['an integer that is written as a decimal', '/price', at('{"price":1325.0}'), '1325'],
  ['an amount object', '/price', at({ price: { value: 1325, currency: 'EUR' } }), '1325'],
  ['an item of a list', '/prices/0', at({ prices: [1325] }), '1325'],
  ['a header', 'header:X-Price', at('', { 'x-price': '1325' }), '1325'],
  [
    'a header that is written as a decimal',
    'header:X-Price',
    at('', { 'x-price': '1325.0' }),
    '1325',
  ],
  ['a Location', 'location', link('/prices/1325'), '1325'],
  ['a later one of a list', ['/p', 'header:X-Price'], at({}, { 'x-price': '1325' }), '1325'],
  ['past what is no amount', ['/p', '/q'], at({ p: { total: 1 }, q: 1325 }), '1325'],
  ['no text in a body (V1)', '/price', at({ price: '1325' }), undefined],
  ['no part of a cent', '/price', at({ price: 13.25 }), undefined],
  ['no part of a cent in a header', 'header:X-Price', at('', { 'x-price': '13.25' }), undefined],
  ['no words in a header', 'header:X-Price', at('', { 'x-price': 'about 5' }), undefined],
  ['no empty header', 'header:X-Price', at('', { 'x-price': '' }), undefined],
];

const IDS = [DRAFT, CAR, PERSON, METADATA, CONTRACT];

interface Row {
  readonly name: string;
  readonly key: Key;
  readonly form: Form;
}

const rows = (key: Key, forms: readonly Form[]): readonly Row[] =>
  forms.map((form) => ({ name: `${key.name}, ${form[0]}`, key, form }));

test.each([
  ...IDS.flatMap((key) => rows(key, [...TEXTS, ...NUMBERS])),
  ...rows(TOKEN, TEXTS),
  ...rows(AMOUNT, AMOUNTS),
])('suites and load read the same value (P3, P5): $name', async ({ key, form }) => {
  const [, places, answer, found] = form;

  expect(await readBoth(key, places, answer)).toEqual({ suites: found, load: found });
});
