import { expect, test } from 'vitest';
import { otherSecretForms } from './known-secrets.ts';

test('payload and signature of a JWT are secrets, too', () => {
  expect(otherSecretForms('eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl')).toEqual([
    'eyJzdWIiOiIx',
    'c2lnbmF0dXJl',
  ]);
});

test('finds a value with a plus for each blank, and a non-ASCII value in its UTF-8', () => {
  expect(otherSecretForms('a b+é')).toEqual(['a+b+é', 'a b+Ã©', 'a+b+Ã©']);
});

test('no other value has further forms: encodings are decoded', () => {
  expect(otherSecretForms('p4ss/w"rd<&')).toEqual([]);
});
