import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from './client.ts';
import { curlOf } from './curl.ts';
import { type LocalServer, startLocalServer } from './local-server.ts';
import { networkLines } from './network-lines.ts';
import { preflight } from './preflight.ts';
import { createRedactor } from './redactor.ts';
import type { Environment, Target } from './target.ts';
import {
  AUTHORITY_FILES,
  choosyServerCertificate,
  CLIENT_FILES,
  CLIENT_PASSPHRASE,
} from './testing/test-certificates.ts';
import { file, load, refusal } from './testing/test-load.ts';
import { testTarget } from './testing/test-target.ts';

const { certificate, key, encryptedKey, weak } = CLIENT_FILES;
const { ca } = AUTHORITY_FILES;
const KEY = readFileSync(key, 'utf8');
const KEY_LINE = KEY.split('\n')[1] ?? '';

/** A service, and its token endpoint, that answer nobody without that certificate. */
const startChoosy = async (): Promise<LocalServer> => {
  const server = await startLocalServer(
    ({ url }, response) =>
      response.end(url === '/token' ? '{"access_token":"abcdefghijkl"}' : '{"draftId":"1"}'),
    choosyServerCertificate(),
  );
  onTestFinished(() => server.close());
  return server;
};

const send = async (document: Partial<Target>, environment: Environment = {}) => {
  const target = await testTarget({ ca, ...document }, environment);
  const client = createClient({ target, record: { append: (each) => ({ n: 1, ...each }) } });
  onTestFinished(() => client.close());
  const call = { operation: 'travel.draft-create', body: {}, test: 't', intent: 'legal' } as const;
  return { target, exchange: await client.send(call) };
};

test.each<readonly [string, NonNullable<Target['tls']>, Environment]>([
  ['files', { certificate, key }, {}],
  [
    'an encrypted key',
    { certificate, key: encryptedKey, passphrase: '${OPENS_IT}' },
    { OPENS_IT: CLIENT_PASSPHRASE },
  ],
  [
    'texts of the environment',
    { certificate: '${CLIENT_CERT}', key: '${CLIENT_KEY}' },
    { CLIENT_CERT: readFileSync(certificate, 'utf8'), CLIENT_KEY: KEY },
  ],
])('a service that asks for a certificate is shown it: %s', async (_what, tls, environment) => {
  const server = await startChoosy();
  const owner = {
    auth: {
      scheme: 'oauth2',
      tokenUrl: `${server.address}/token`,
      clientId: 'me',
      clientSecret: 'canary-secret',
    },
  } as const;

  const { target, exchange } = await send(
    { base_url: server.address, tls, identities: { owner } },
    environment,
  );

  expect(exchange.response?.status).toBe(200);
  expect(server.received.map(({ url }) => url)).toContain('/token');
  expect(networkLines(target).join('\n')).toMatch(/shows the certificate .*\(target\.tls\)/);
});

test('a service that asks for a certificate and gets none is told with what to write', async () => {
  const server = await startChoosy();

  const answer = await preflight(await testTarget({ base_url: server.address, ca }), ['travel']);

  expect(answer).toMatchObject({
    ok: false,
    hint: expect.stringContaining(
      'tls: { certificate: client.pem, key: client-key.pem }',
    ) as string,
  });
});

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
    /which tls\.passphrase does not open/,
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
    /no PEM and no path \(not shown/,
  ],
  ['a key that is too small', `{ certificate: ${weak}, key: ${weak} }`, 't.yaml:2:', /too small/],
])('%s is refused at its line, and nothing secret is shown', async (_what, tls, at, got) => {
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

test('key and passphrase are secrets, whole and by line, and curl names what holds them', async () => {
  const { target } = await send(
    {
      base_url: 'https://localhost:1',
      tls: { certificate, key: encryptedKey, passphrase: '${IT}' },
    },
    { IT: CLIENT_PASSPHRASE },
  );
  const redactor = createRedactor(target);
  const exchange = { request: { method: 'GET', url: 'https://localhost:1/', headers: {} } };

  const shown = redactor.text(`${KEY} ${KEY_LINE} ${CLIENT_PASSPHRASE} ${btoa(CLIENT_PASSPHRASE)}`);
  const curl = curlOf(exchange as never, target, redactor);

  for (const secret of [KEY_LINE, CLIENT_PASSPHRASE, btoa(CLIENT_PASSPHRASE)])
    expect(shown + curl).not.toContain(secret);
  expect(curl).toContain(`--cert ${certificate} --key ${encryptedKey} --pass "$IT"`);
  expect(target).not.toHaveProperty('tls');
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

test('a key in the text of the certificate is in no curl line', async () => {
  const both = readFileSync(certificate, 'utf8') + KEY;
  const { target } = await send(
    { base_url: 'https://localhost:1', tls: { certificate: '${PEM}', key } },
    { PEM: both },
  );
  const exchange = { request: { method: 'GET', url: 'https://localhost:1/', headers: {} } };

  expect(target.network.client?.given.certificate).toEqual({
    text: expect.not.stringContaining('PRIVATE') as string,
  });
  expect(curlOf(exchange as never, target, createRedactor(target))).not.toContain(KEY_LINE);
});

test('a passphrase of a program that is too short to be kept secret is refused', async () => {
  const tls = { certificate, key: encryptedKey, passphrase: 'ab' };
  const { problems } = await refusal({ document: { base_url: 'https://a.test', tls } });

  expect(problems.map(({ got }) => got)).toContain('the value is shorter');
});
