import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import {
  alteredSecret,
  alteredInShell,
  presentCredential,
  invalidSecrets,
  INVALID_CREDENTIALS,
} from './credential.ts';

const changes = (a: string, b: string) =>
  Array.from(a, (_, index) => index).filter((index) => a[index] !== b[index]);

test.each(['abcdefghijkl', 'A1b2', 'eyJhbGci.eyJzdWIi.c2lnbmF0dXJl', '12345678', 'a-b-c-d-e'])(
  'four characters of %s change, each to another of its class',
  (secret) => {
    const other = alteredSecret(secret);
    const classes = (text: string) =>
      text.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/\d/g, '1');

    expect(changes(secret, other)).toHaveLength(4);
    expect(classes(other)).toBe(classes(secret));
  },
);

test('the change is in the middle', () => {
  expect(changes('a'.repeat(20), alteredSecret('a'.repeat(20)))).toEqual([8, 9, 10, 11]);
});

test.each(['abcdefghijklmno', 'Zz99', 'eyJhbGci.eyJz.c2ln', '----', 'a*b $c'])(
  'bash makes the altered secret out of %s',
  (value) => {
    const script = `printf %s "${alteredInShell({ name: 'SECRET', value })}"`;

    expect(
      execFileSync('bash', ['--norc', '-c', script], { env: { SECRET: value } }).toString(),
    ).toBe(alteredSecret(value));
  },
);

test.each([
  [{ scheme: 'bearer', token: 'abcdefgh' }, { authorization: 'Bearer abcdefgh' }],
  [
    { scheme: 'basic', username: 'ann', password: 'pässword' },
    { authorization: `Basic ${Buffer.from('ann:pässword').toString('base64')}` },
  ],
  [{ scheme: 'apiKey', in: 'header', name: 'X-Key', key: 'abcd' }, { 'x-key': 'abcd' }],
  [{ scheme: 'none' }, {}],
] as const)('%o is presented', (auth, headers) => {
  expect(presentCredential(auth, 'valid')).toEqual({ headers, query: {} });
  expect(presentCredential(auth, 'missing')).toEqual({ headers: {}, query: {} });
});

test('a key may go in the query', () => {
  const auth = { scheme: 'apiKey', in: 'query', name: 'key', key: 'a&b=' } as const;

  expect(presentCredential(auth, 'valid')).toEqual({ headers: {}, query: { key: 'a&b=' } });
});

test('a declared invalid value is sent as it is, and changes no forged one', () => {
  const auth = { scheme: 'bearer', token: 'abcdefgh', invalid: { value: 'never' } } as const;

  expect(presentCredential(auth, 'declared').headers).toEqual({ authorization: 'Bearer never' });
  for (const forgery of INVALID_CREDENTIALS)
    expect(presentCredential(auth, forgery)).toEqual(
      presentCredential({ scheme: 'bearer', token: 'abcdefgh' }, forgery),
    );
});

test.each(INVALID_CREDENTIALS)('a credential that is %s is another one', (forgery) => {
  const auth = { scheme: 'bearer', token: 'abcdefghijklmnop' } as const;

  expect(presentCredential(auth, forgery).headers['authorization']).toMatch(
    /^Bearer (?!abcdefghijklmnop$)/,
  );
});

test.each(['abcdefghijklmno', 'a*b $c?d%e#f', 'abc123'])('bash forges %s alike', (value) => {
  for (const forgery of invalidSecrets({ name: 'SECRET', value })) {
    const script = `printf %s "${forgery.shell}"`;

    expect(
      execFileSync('bash', ['--norc', '-c', script], { env: { SECRET: value } }).toString(),
    ).toBe(forgery.value);
  }
});

test('what bash is told holds nothing of the secret', () => {
  expect(alteredInShell({ name: 'SECRET', value: 'QWERTYUIOP' })).toBe(
    '${SECRET:0:3}$(tr a-zA-Z0-9 b-zaB-ZA1-90 <<<${SECRET:3:4})${SECRET:7}',
  );
});

test('nothing can be made invalid where there is no credential', () => {
  expect(() => presentCredential({ scheme: 'none' }, 'invalid')).toThrow('scheme is none');
});
