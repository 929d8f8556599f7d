import { expect, test } from 'vitest';
import { bodyText, jsonOf, findAt, idAt } from './places.ts';
import { testExchange } from '../testing/test-exchange.ts';

const json = (body: string, headers = {}) => testExchange({ body, headers });

test('takes the first existing place', () => {
  expect(findAt(['/a', '/b', '/c'], json('{"b":2,"c":3}'))).toBe(2);
});

test.each([
  ['/a~1b', '{"a/b":1}'],
  ['/m~0n', '{"m~n":1}'],
  ['/~01', '{"~1":1}'],
  ['/a/1/b', '{"a":[0,{"b":1}]}'],
  ['/', '{"":1}'],
])('the pointer %s finds its value in %s', (pointer, body) => {
  expect(findAt([pointer], json(body))).toBe(1);
});

test.each(['/a/01', '/a/length', '/a/-', '/toString', '/b/0'])(
  'the pointer %s finds nothing',
  (pointer) => {
    expect(findAt([pointer], json('{"a":[1,2],"b":"text"}'))).toBeUndefined();
  },
);

test('null counts as absent', () => {
  expect(findAt(['/a', '/b'], json('{"a":null,"b":1}'))).toBe(1);
});

test('finds a header in any case', () => {
  expect(findAt(['header:X-Draft'], json('', { 'x-draft': ['7', '8'] }))).toBe('7');
});

test.each([
  ['/BE/drafts/a%20b/', 'a b'],
  ['https://elsewhere.example/x/17?y=/z', '17'],
  ['d9', 'd9'],
  ['/x/%E0%A4%A', '%E0%A4%A'],
])('the location %s has the id %s', (location, id) => {
  expect(idAt(['location'], json('', { location }))).toBe(id);
});

test('no location, no id', () => {
  expect(idAt(['location', '/id'], json('not json'))).toBeUndefined();
});

test.each([
  ['{"id":17}', '17'],
  ['{"id":9007199254740993}', '9007199254740993'],
  ['{"id":-123456789012345678901234567890}', '-123456789012345678901234567890'],
  ['{"id":"0017"}', '0017'],
])('the id of %s keeps its digits', (body, id) => {
  expect(idAt(['/id'], json(body))).toBe(id);
});

test.each(['{"id":""}', '{"id":{}}', '{"id":true}', '{"id":null}'])('%s has no id', (body) => {
  expect(idAt(['/id'], json(body))).toBeUndefined();
});

test('bytes that are not UTF-8 become base64, and no JSON', () => {
  const body = bodyText(Uint8Array.of(0x22, 0xe9, 0x22));

  expect(body).toEqual({ encoding: 'base64', text: 'Iuki' });
  expect(jsonOf(body)).toEqual({ ok: false });
});

test('keeps a byte order mark in the text, and skips it in JSON', () => {
  const body = bodyText(Buffer.from('\uFEFF{"a":1}'));

  expect(body.text).toBe('\uFEFF{"a":1}');
  expect(jsonOf(body)).toEqual({ ok: true, value: { a: 1 } });
});
