import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { curlOf } from './curl.ts';
import { startLocalServer } from '../testing/local-server.ts';
import { createRedactor } from '../secrets/redactor.ts';
import type { Target } from '../target.ts';
import type { Environment } from '../target/env-file.ts';
import { AUTHORITY_FILES, serverCertificate } from '../testing/test-certificates.ts';
import { testExchange } from '../testing/test-exchange.ts';
import { startLocalProxy } from '../testing/test-proxy.ts';
import { testTarget } from '../testing/test-target.ts';

/** Runs a line in bash and says what it prints; it fails where curl does. */
const run = (line: string, environment: Environment): Promise<string> =>
  new Promise((resolve, reject) => {
    const env = { PATH: '/usr/bin:/bin', ...environment };
    execFile('bash', ['--norc', '-c', line], { env }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });

const lineOf = async (url: string, document: Partial<Target>, environment: Environment = {}) => {
  const target = await testTarget({ base_url: url, ...document }, environment);
  return curlOf(testExchange({}, { method: 'GET', url }), target, createRedactor(target));
};

const startPair = async (credential?: string) => {
  const server = await startLocalServer(
    (_request, response) => response.end('{"seen":true}'),
    serverCertificate(),
  );
  onTestFinished(() => server.close());
  const hosts = { 'service.test': Number(new URL(server.address).port) };
  const proxy = await startLocalProxy({
    hosts,
    ...(credential === undefined ? {} : { credential }),
  });
  onTestFinished(() => proxy.close());
  return { server, proxy };
};

const PEM = readFileSync(AUTHORITY_FILES.ca, 'utf8');

test.each([
  ['a file', AUTHORITY_FILES.ca],
  ['text', PEM],
])('the line goes through the proxy and trusts the authority: %s', async (_what, ca) => {
  const { proxy } = await startPair(Buffer.from('me:hush hush').toString('base64'));
  const environment = { PROXY_PASSWORD: 'hush%20hush' };
  const written = proxy.address.replace('//', '//me:${PROXY_PASSWORD}@');

  const line = await lineOf('https://service.test/a', { proxy: written, ca }, environment);

  expect(line).toContain(`--proxy "${written}" --cacert `);
  expect(line).not.toMatch(/hush|\n/);
  expect(await run(line, { ...environment, NO_PROXY: 'other.test' })).toContain('{"seen":true}');
});

test('a proxy of the environment stands as its variable where a password is in it', async () => {
  const { proxy } = await startPair();
  const environment = { HTTPS_PROXY: proxy.address.replace('//', '//me:hush-hush@') };

  const line = await lineOf('https://service.test/a', { ca: AUTHORITY_FILES.ca }, environment);

  expect(line).toContain('--proxy "$HTTPS_PROXY"');
  expect(await run(line, environment)).toContain('{"seen":true}');
});

test.each([
  ['this machine is asked', {}, {}],
  ['the target says none', { proxy: 'none' }, {}],
  ['NO_PROXY excepts it', {}, { NO_PROXY: 'localhost' }],
])('the line goes around the proxy of the environment where %s', async (_what, document, more) => {
  const { server } = await startPair();
  const environment = { HTTPS_PROXY: 'http://127.0.0.1:9', ...more };

  const line = await lineOf(server.address, { ca: AUTHORITY_FILES.ca, ...document }, environment);

  expect(line).toContain("--noproxy '*'");
  expect(await run(line, { HTTPS_PROXY: 'http://127.0.0.1:9' })).toContain('{"seen":true}');
});

test('a line that needs nothing of this says nothing of it', async () => {
  expect(await lineOf('http://127.0.0.1:9/a', {})).not.toMatch(/proxy|cacert/);
});
