import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AUTHORITY_FILES, CLIENT_FILES, CLIENT_PASSPHRASE } from '../testing/test-certificates.ts';
import { file, load, refusal } from '../testing/test-load.ts';

const { certificate, key, encryptedKey, weak } = CLIENT_FILES;
const { ca } = AUTHORITY_FILES;
const KEY = readFileSync(key, 'utf8');
const KEY_LINE = KEY.split('\n')[1] ?? '';

const fileWith = (tls: string): string => file('t.yaml', `base_url: https://a\ntls: ${tls}\n`);
const server = join(certificate, '..', 'server.pem');

test.each([
  [
    'no file',
    `{ certificate: none.pem, key: ${key} }`,
    't.yaml:2:21',
    /none\.pem, which does not exist/,
  ],
  [
    'no key file',
    `{ certificate: ${certificate}, key: no.pem }`,
    't.yaml:2:',
    /no\.pem, which does not/,
  ],
  ['no key in it', `{ certificate: ${certificate}, key: ${ca} }`, 't.yaml:2:', /only CERTIFICATE/],
  [
    'a key as certificate',
    `{ certificate: ${key}, key: ${key} }`,
    't.yaml:2:21',
    /only PRIVATE KEY/,
  ],
  [
    'another key',
    `{ certificate: ${server}, key: ${key} }`,
    't.yaml:2:',
    /the key of another cert/,
  ],
  [
    'no passphrase',
    `{ certificate: ${certificate}, key: ${encryptedKey} }`,
    't.yaml:2:',
    /is encrypted, and no/,
  ],
  [
    'a wrong passphrase',
    `{ certificate: ${certificate}, key: ${encryptedKey}, passphrase: '\${OTHER}' }`,
    't.yaml:2:',
    /which tls\.passphrase does not decrypt/,
  ],
  [
    'an authority that has ended',
    `{ certificate: ${AUTHORITY_FILES.ended}, key: ${key} }`,
    't.yaml:2:21',
    /expired on 2001/,
  ],
  [
    'a literal passphrase',
    `{ certificate: ${certificate}, key: ${encryptedKey}, passphrase: ${CLIENT_PASSPHRASE} }`,
    't.yaml:2:',
    /a literal secret/,
  ],
  [
    'a literal key',
    `{ certificate: ${certificate}, key: ${JSON.stringify(KEY)} }`,
    't.yaml:2:',
    /a literal secret/,
  ],
  ['a key for the whole', '${CLIENT_KEY}', 't.yaml:2:6', /not shown/],
  [
    'a key in base64',
    `{ certificate: ${certificate}, key: '\${BASE64_KEY}' }`,
    't.yaml:2:',
    /neither PEM nor a path \(not shown/,
  ],
  ['a key that is too small', `{ certificate: ${weak}, key: ${weak} }`, 't.yaml:2:', /too small/],
])('refuses %s at its line, without showing a secret', async (_what, tls, at, got) => {
  const { message, problems } = await refusal(
    { file: fileWith(tls) },
    { CLIENT_KEY: KEY, BASE64_KEY: btoa(KEY), OTHER: 'another-canary' },
  );

  expect(problems).toHaveLength(1);
  expect(problems[0]?.source).toContain(at);
  expect(problems[0]?.got).toMatch(got);
  for (const secret of [KEY_LINE, btoa(KEY).slice(0, 60), CLIENT_PASSPHRASE, 'another-canary'])
    expect(message).not.toContain(secret);
});

test('a path is relative to the target file', async () => {
  const path = file('t.yaml', 'base_url: https://a\ntls: { certificate: c.pem, key: k.pem }\n');
  const { message } = await refusal({ file: path });

  expect(message).toContain(join(path, '..', 'c.pem'));
  await expect(
    load({ file: fileWith(`{ certificate: ${certificate}, key: ${key} }`) }),
  ).resolves.toMatchObject({
    network: { client: { shown: certificate } },
  });
});

test('refuses a passphrase from a program that is too short to be redacted', async () => {
  const tls = { certificate, key: encryptedKey, passphrase: 'ab' };
  const { problems } = await refusal({ document: { base_url: 'https://a.test', tls } });

  expect(problems.map(({ got }) => got)).toContain('the value is shorter');
});
