import { expect, test } from 'vitest';
import { comparisonWith, digestOf, idInSameText, isSampledSuffix } from '../answer-digest.ts';
import { idPointerIn, unloadedAnswerOf, textAt, varyingPointers } from './unloaded-answer.ts';

const answer = (id: string, until: string, value = 1325, more = {}): string =>
  JSON.stringify({
    currency: 'EUR',
    total: { currency: 'EUR', value },
    priceRequestId: id,
    validUntil: until,
    ...more,
  });

const [ONE, OTHER] = [answer('aa-1', '12:00:01'), answer('bb-2', '12:00:02')];
const varying = varyingPointers(ONE, OTHER, false);
const NOTHING_VARIES = { varying: [] };
const rest = unloadedAnswerOf(ONE, { varying, idPlace: '/priceRequestId' });

test('values that differ in two answers of one draft vary, except amounts if the price must be constant', () => {
  expect(varying).toEqual(['/priceRequestId', '/validUntil']);
  const dearer = answer('bb-2', '12:00:01', 1400, { took: 3 });
  expect(varyingPointers(ONE, dearer, false)).toEqual(['/total/value', '/priceRequestId', '/took']);
  expect(varyingPointers(ONE, dearer, true)).toEqual(['/priceRequestId', '/took']);
});

test.each([
  ['the same but for what varies', answer('cc-3', '13:59:59'), 'cc-3'],
  ['an id of another length', answer('cc-33333', '13:59:59'), 'cc-33333'],
  ['another amount', answer('cc-3', '13:59:59', 1326), undefined],
  ['another currency', ONE.replaceAll('EUR', 'USD'), undefined],
  ['a member more', answer('cc-3', '13:59:59', 1325, { more: 1 }), undefined],
  [
    'a member where the id stands',
    ONE.replace('aa-1"', 'aa-1","more":"much more and more"'),
    undefined,
  ],
  ['a broken text', ONE.slice(0, -3), undefined],
  ['text behind it', `${ONE} `, undefined],
  ['nothing', '', undefined],
])('%s is compared as text', (_, text, id) => {
  expect(idInSameText(text, rest)).toBe(id);
  expect(comparisonWith(rest, () => true)(text)).toBe(id);
});

test('does not read an id that is not sampled, but compares the text around it', () => {
  const compare = comparisonWith(rest, (suffix) => suffix === '-3');
  expect(['cc-3', 'cc-4'].map((id) => compare(answer(id, '13:59:59')))).toEqual(['cc-3', '']);
  expect(compare(answer('cc-4', '13:59:59', 1326))).toBeUndefined();
});

test.each([
  ['nothing', [], '{"total":5}', '{"total":6}'],
  ['the id alone', ['/id'], '{"id":"a-1","n":5}', '{"id":"a-1","n":6}'],
  ['the end', ['/n'], '{"id":"a-1","n":5}', '{"id":"b-1","n":5}'],
  ['three values', ['/a', '/b', '/c'], '{"a":1,"b":2,"c":3,"d":4}', '{"a":1,"b":2,"c":3,"d":5}'],
])('compares an answer in which %s varies as text', (_, pointers, text, other) => {
  const idPlace = pointers.find((each) => each === '/id');
  const unloaded = unloadedAnswerOf(text, { varying: pointers, idPlace });
  const compare = comparisonWith(unloaded, () => true);
  expect(compare(text)).toBe(pointers.includes('/id') ? 'a-1' : '');
  expect([other, `${text} `, text.slice(0, -1)].map(compare)).toEqual(Array(3).fill(undefined));
});

test('an answer without an id has the same text, and no id', () => {
  const text = '{"total":5}';
  expect(idInSameText(text, unloadedAnswerOf(text, NOTHING_VARIES))).toBe('');
});

test('compares an answer with inseparable varying parts only as JSON', () => {
  const text = '{"took":1,"n":1,"total":5}';
  const unclear = unloadedAnswerOf(text, { varying: ['/took'] });
  expect(idInSameText(text, unclear)).toBeUndefined();
  expect(unclear.digest).toEqual({
    members: 'n,took,total',
    numbers: '/n=1 /total=5',
    currency: '',
  });
});

test('a digest ignores the order of members, and distinguishes lists, texts and invalid JSON', () => {
  expect(digestOf('{"b":1,"a":[2]}', NOTHING_VARIES)).toEqual(
    digestOf('{"a":[2],"b":1}', NOTHING_VARIES),
  );
  const members = ['[1]', '"a"', '', '{"a"', null].map(
    (text) => digestOf(text, NOTHING_VARIES).members,
  );
  expect(members).toEqual(['list', 'string', 'undefined', 'undefined', 'undefined']);
});

test.each([
  ['{"a":{"currency":"USD","value":1}}', 'USD'],
  ['{"a":[{"currency":"EUR","value":1},{"currency":"GBP","value":1}]}', 'GBP'],
  ['{"a":{"currency":"eur","value":1}}', ''],
  ['{"currency":"USD","prices":[]}', ''],
])('the currency of an Amount in %s that is not EUR is %j', (text, currency) => {
  expect(digestOf(text, NOTHING_VARIES).currency).toBe(currency);
});

test('members are those of the resource in its envelope', () => {
  const members = ['{"data":{"b":1,"a":2}}', '{"data":{"a":2}}', '{"error":{}}'].map(
    (text) => digestOf(text, { ...NOTHING_VARIES, envelope: '/data' }).members,
  );
  expect(members).toEqual(['a,b', 'a', 'error']);
});

test('a null member counts as absent', () => {
  const members = ['{"a":1,"b":null}', '{"a":1}'].map((text) => digestOf(text, NOTHING_VARIES));
  expect(members[0]).toEqual(members[1]);
});

test('varying amounts are members', () => {
  const form = { varying: ['/prices/0/value'] };
  const members = ['{"n":1,"prices":[{"value":5}]}', '{"n":1,"prices":[]}'].map(
    (text) => digestOf(text, form).members,
  );
  expect(members).toEqual(['n,prices,amounts', 'n,prices']);
});

const USUAL = ['/priceRequestId', '/id'];

test.each<[string, readonly string[], string | undefined, string | undefined]>([
  ['{"data":{"id":"x","priceRequestId":7}}', USUAL, undefined, '/data/priceRequestId'],
  ['{"id":"x"}', USUAL, undefined, '/id'],
  ['{"data":{"id":"x"}}', USUAL, undefined, undefined],
  ['{"id":"y","data":{"id":"x"}}', USUAL, '/data', '/data/id'],
  ['{"data":{"offer":{"number":7}}}', ['/offer/number'], '/data', '/data/offer/number'],
  ['{"offer":{"number":7}}', ['/offer/number'], '/data', '/offer/number'],
  ['{"id":"x"}', ['header:x-price'], undefined, undefined],
])('the id in %s at %j below %s is %s', (text, places, envelope, pointer) => {
  expect(idPointerIn(text, places, envelope)).toBe(pointer);
});

test('reads the value at a pointer as text', () => {
  expect(textAt('{"id":7}', '/id')).toBe('7');
});

test.each([
  ['digits', '0123456789'],
  ['hexadecimal digits', '0123456789abcdef'],
])('of ids that end in %s some are sampled, however long the run is', (_, alphabet) => {
  const suffixes = alphabet.split('').flatMap((a) => alphabet.split('').map((b) => a + b));
  const sampled = (interval: number) =>
    suffixes.filter((suffix) => isSampledSuffix(suffix, interval)).length;

  expect(sampled(1)).toBe(suffixes.length);
  for (const interval of [2, 24, 64, 1152, 100_000]) expect(sampled(interval)).toBeGreaterThan(0);
  expect(sampled(24)).toBeLessThan(suffixes.length / 8);
});
