import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { alteredInShell, alteredSecret, invalidSecrets } from './invalid-credentials.ts';

const changes = (a: string, b: string) =>
  Array.from(a, (_, index) => index).filter((index) => a[index] !== b[index]);

test.each(['abcdefghijkl', 'A1b2', 'eyJhbGci.eyJzdWIi.c2lnbmF0dXJl', '12345678', 'a-b-c-d-e'])(
  'alters four characters of %s, each within its class',
  (secret) => {
    const other = alteredSecret(secret);
    const classes = (text: string) =>
      text.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/\d/g, '1');

    expect(changes(secret, other)).toHaveLength(4);
    expect(classes(other)).toBe(classes(secret));
  },
);

test('alters the middle', () => {
  expect(changes('a'.repeat(20), alteredSecret('a'.repeat(20)))).toEqual([8, 9, 10, 11]);
});

test.each(['abcdefghijklmno', 'Zz99', 'eyJhbGci.eyJz.c2ln', '----', 'a*b $c'])(
  'bash derives the altered secret of %s',
  (value) => {
    const script = `printf %s "${alteredInShell({ name: 'SECRET', value })}"`;

    expect(
      execFileSync('bash', ['--norc', '-c', script], { env: { SECRET: value } }).toString(),
    ).toBe(alteredSecret(value));
  },
);

test.each(['abcdefghijklmno', 'a*b $c?d%e#f', 'abc123'])(
  'bash derives the other invalid forms of %s',
  (value) => {
    for (const form of invalidSecrets({ name: 'SECRET', value })) {
      const script = `printf %s "${form.shell}"`;

      expect(
        execFileSync('bash', ['--norc', '-c', script], { env: { SECRET: value } }).toString(),
      ).toBe(form.value);
    }
  },
);

test('the bash expression contains no part of the secret', () => {
  expect(alteredInShell({ name: 'SECRET', value: 'QWERTYUIOP' })).toBe(
    '${SECRET:0:3}$(tr a-zA-Z0-9 b-zaB-ZA1-90 <<<${SECRET:3:4})${SECRET:7}',
  );
});
