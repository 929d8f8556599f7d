import { expect, test } from 'vitest';
import { AUTHORITY_FILES } from '../testing/test-certificates.ts';
import { callOnce, startService } from '../testing/test-routes.ts';

const { ca } = AUTHORITY_FILES;

test.each([
  ['target.ca as a path', { ca }, {}],
  ['NODE_EXTRA_CA_CERTS', {}, { NODE_EXTRA_CA_CERTS: ca }],
  ['SSL_CERT_FILE', {}, { SSL_CERT_FILE: ca }],
])('trusts a given authority: %s', async (_what, document, environment) => {
  const { server } = await startService('https');

  const { exchange, networkInfo } = await callOnce(
    { base_url: server.address, ...document },
    environment,
  );

  expect(exchange.response?.status).toBe(200);
  expect(networkInfo).toHaveLength(1);
  expect(networkInfo[0]).toContain('1 certificate');
});

test('does not trust a server with an unknown authority', async () => {
  const { server } = await startService('https');

  const { exchange } = await callOnce({ base_url: server.address });

  expect(exchange.error?.code).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
});
