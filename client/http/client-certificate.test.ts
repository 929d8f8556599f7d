import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from './client.ts';
import { curlOf } from './curl.ts';
import { type LocalServer, startLocalServer } from '../testing/local-server.ts';
import { networkLines } from '../target/network.ts';
import { preflight } from '../preflight/preflight.ts';
import { createRedactor } from '../secrets/redactor.ts';
import type { Target } from '../target.ts';
import type { Environment } from '../target/env-file.ts';
import {
  AUTHORITY_FILES,
  mutualTlsServerCertificate,
  CLIENT_FILES,
  CLIENT_PASSPHRASE,
} from '../testing/test-certificates.ts';
import { testTarget } from '../testing/test-target.ts';

const { certificate, key, encryptedKey } = CLIENT_FILES;
const { ca } = AUTHORITY_FILES;
const KEY = readFileSync(key, 'utf8');
const KEY_LINE = KEY.split('\n')[1] ?? '';

/** A service and its token endpoint that both require that client certificate. */
const startChoosy = async (): Promise<LocalServer> => {
  const server = await startLocalServer(
    ({ url }, response) =>
      response.end(url === '/token' ? '{"access_token":"abcdefghijkl"}' : '{"draftId":"1"}'),
    mutualTlsServerCertificate(),
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
])(
  'presents the certificate to a service that requires one: %s',
  async (_what, tls, environment) => {
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
    expect(networkLines(target).join('\n')).toMatch(
      /presents the client certificate .*\(target\.tls\)/,
    );
  },
);

test('reports a service that requires a missing certificate, with the key to set', async () => {
  const server = await startChoosy();

  const answer = await preflight(await testTarget({ base_url: server.address, ca }), ['travel']);

  expect(answer).toMatchObject({
    ok: false,
    hint: expect.stringContaining(
      'tls: { certificate: client.pem, key: client-key.pem }',
    ) as string,
  });
});

test('key and passphrase are secrets, whole and line by line, and curl names their source', async () => {
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

test("a key in the certificate's text never appears in a curl line", async () => {
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
