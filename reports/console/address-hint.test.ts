import { expect, test } from 'vitest';
import { exchange } from '../sample-record.ts';
import { addressHint } from './address-hint.ts';

const answered = (type: string) =>
  exchange({
    response: {
      status: 200,
      headers: { 'content-type': type },
      body: { encoding: 'utf8', text: '' },
    },
  });
const page = answered('text/html; charset=utf-8');
const json = answered('application/json');

test('where most answers are pages, the address is named', () => {
  const hint = addressHint([page, page, json], ['http://a.example', 'http://a.example']);
  expect(hint).toContain('2 of 3 answers are HTML pages');
  expect(hint?.match(/a\.example/g)).toHaveLength(1);
});

test('a page now and then is no reason to doubt the address', () => {
  expect(addressHint([page, json, json], ['http://a.example'])).toBeUndefined();
  expect(addressHint([], [])).toBeUndefined();
});
