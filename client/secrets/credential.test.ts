import { expect, test } from 'vitest';
import { presentCredential } from './credential.ts';
import { INVALID_CREDENTIALS } from './invalid-credentials.ts';

test.each([
  [{ scheme: 'bearer', token: 'abcdefgh' }, { authorization: 'Bearer abcdefgh' }],
  [
    { scheme: 'basic', username: 'ann', password: 'pässword' },
    { authorization: `Basic ${Buffer.from('ann:pässword').toString('base64')}` },
  ],
  [{ scheme: 'apiKey', in: 'header', name: 'X-Key', key: 'abcd' }, { 'x-key': 'abcd' }],
  [{ scheme: 'none' }, {}],
] as const)('presents %o', (auth, headers) => {
  expect(presentCredential(auth, 'valid')).toEqual({ headers, query: {} });
  expect(presentCredential(auth, 'missing')).toEqual({ headers: {}, query: {} });
});

test('a key can go into the query', () => {
  const auth = { scheme: 'apiKey', in: 'query', name: 'key', key: 'a&b=' } as const;

  expect(presentCredential(auth, 'valid')).toEqual({ headers: {}, query: { key: 'a&b=' } });
});

test('sends a declared invalid value unchanged, without effect on the altered ones', () => {
  const auth = { scheme: 'bearer', token: 'abcdefgh', invalid: { value: 'never' } } as const;

  expect(presentCredential(auth, 'declared').headers).toEqual({ authorization: 'Bearer never' });
  for (const form of INVALID_CREDENTIALS)
    expect(presentCredential(auth, form)).toEqual(
      presentCredential({ scheme: 'bearer', token: 'abcdefgh' }, form),
    );
});

test.each(INVALID_CREDENTIALS)('a credential that is %s differs from the valid one', (form) => {
  const auth = { scheme: 'bearer', token: 'abcdefghijklmnop' } as const;

  expect(presentCredential(auth, form).headers['authorization']).toMatch(
    /^Bearer (?!abcdefghijklmnop$)/,
  );
});

test('without a credential nothing can be made invalid', () => {
  expect(() => presentCredential({ scheme: 'none' }, 'invalid')).toThrow('scheme is none');
});
