import { expect, test } from 'vitest';
import { otherSecretForms } from './known-secrets.ts';

test('of a JWT the payload and the signature are secret, too', () => {
  expect(otherSecretForms('eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl')).toEqual([
    'eyJzdWIiOiIx',
    'c2lnbmF0dXJl',
  ]);
});

test('a value with blanks may have a plus in place of each, and one beyond ASCII is found in its UTF-8', () => {
  expect(otherSecretForms('a b+é')).toEqual(['a+b+é', 'a b+Ã©', 'a+b+Ã©']);
});

test('any other value has no other form: what it is encoded as is decoded', () => {
  expect(otherSecretForms('p4ss/w"rd<&')).toEqual([]);
});
