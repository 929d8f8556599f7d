import { execFile, execFileSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from './client.ts';
import { curlOf } from './curl.ts';
import { type Received, startLocalServer } from '../testing/local-server.ts';
import { createRedactor } from '../secrets/redactor.ts';
import type { Call } from './build-request.ts';
import type { Target } from '../target.ts';
import type { Environment } from '../target/env-file.ts';
import { testExchange } from '../testing/test-exchange.ts';
import { testTarget } from '../testing/test-target.ts';
import { readFileSync } from 'node:fs';
import { AUTHORITY_FILES, serverCertificate } from '../testing/test-certificates.ts';
import { startLocalProxy } from '../testing/test-proxy.ts';

const SECRET = `s3cret-"q"-$x-'y'-!z+&=`;

const run = (line: string, environment: Environment): Promise<void> =>
  new Promise((resolve, reject) => {
    const env = { PATH: '/usr/bin:/bin', ...environment };
    execFile('bash', ['--norc', '-c', line], { env }, (error) =>
      error ? reject(error) : resolve(),
    );
  });

const replay = async (
  call: Partial<Call>,
  identities: Target['identities'],
  environment: Environment,
) => {
  const server = await startLocalServer((_request, response) => response.end('{}'));
  onTestFinished(() => server.close());
  const target = await testTarget({ base_url: server.address, identities }, environment);
  const redactor = createRedactor(target);
  const client = createClient({
    target,
    record: { append: (exchange) => ({ n: 1, ...exchange }) },
  });
  onTestFinished(() => client.close());
  const exchange = await client.send({
    operation: 'travel.draft-create',
    body: { a: 1 },
    test: 'curl',
    intent: 'legal',
    ...call,
  });
  const line = curlOf(exchange, target, redactor);
  const redactedLine = curlOf(redactor.exchange(exchange), target, redactor);
  await run(line, environment);
  const [sent, again] = server.received;
  return { line, redactedLine, sent, again };
};

const essence = (received: Received | undefined) => {
  const { 'user-agent': _agent, connection: _connection, ...headers } = received?.headers ?? {};
  const { method, body } = received ?? {};
  return { method, body, headers, url: decodeURIComponent(received?.url ?? '') };
};

const bearer = { owner: { auth: { scheme: 'bearer', token: '${ASSAY_TOKEN}' } } } as const;

test.each([
  ['bearer', bearer],
  [
    'basic',
    { owner: { auth: { scheme: 'basic', username: '${WHO}', password: '${ASSAY_TOKEN}' } } },
  ],
  [
    'key in a header',
    { owner: { auth: { scheme: 'apiKey', name: 'X-Key', key: '${ASSAY_TOKEN}' } } },
  ],
  [
    'key in the query',
    { owner: { auth: { scheme: 'apiKey', in: 'query', name: 'k', key: '${ASSAY_TOKEN}' } } },
  ],
] as const)('the line sends the same request: %s', async (_name, identities) => {
  const environment = { ASSAY_TOKEN: SECRET, WHO: "o'neil" };

  const { line, sent, again } = await replay({}, identities, environment);

  expect(essence(again)).toEqual(essence(sent));
  expect(line).not.toContain('s3cret');
});

test('a bearer line reads as if written by hand', async () => {
  const { line, redactedLine } = await replay({}, bearer, { ASSAY_TOKEN: 'plain-secret-1' });

  expect(line).toContain('-H "Authorization: Bearer $ASSAY_TOKEN"');
  expect(line).toContain(`--data-raw '{"a":1}'`);
  expect(redactedLine).toBe(line);
});

test('a basic line names both variables, also from a redacted exchange', async () => {
  const identities = {
    owner: { auth: { scheme: 'basic', username: '${WHO}', password: '${PASS}' } },
  } as const;

  const { line, redactedLine } = await replay({}, identities, {
    WHO: 'ann',
    PASS: 'plain-secret-1',
  });

  expect(line).toContain('-u "${WHO}:$PASS"');
  expect(redactedLine).toBe(line);
});

test('bash derives an altered credential', async () => {
  const { line, redactedLine, sent, again } = await replay({ credential: 'invalid' }, bearer, {
    ASSAY_TOKEN: 'plain-secret-1',
  });

  expect(redactedLine).toBe(line);
  expect(line).toContain('"Authorization: Bearer ${ASSAY_TOKEN:0:');
  expect(again?.headers.authorization).toBe(sent?.headers.authorization);
});

test.each([
  ['quotes', `{"a":"it's \\"$HOME\\" \`id\` \\\\ !"}`],
  ['line breaks', `{\n\t"a":\t"it's"\r\n}`],
  ['the secret beside a !', `{"a":"!${SECRET} \n"}`],
  ['umlauts', '{"a":"äöü €"}'],
])('a body with %s arrives unchanged', async (_name, rawBody) => {
  const { line, sent, again } = await replay({ rawBody }, bearer, { ASSAY_TOKEN: SECRET });

  expect(again?.body).toBe(sent?.body);
  expect(line).not.toMatch(/\n|s3cret/);
});

test('binary data arrive unchanged', async () => {
  const rawBody = Uint8Array.of(0xff, 0x00, 0x27);

  const { sent, again } = await replay({ rawBody }, bearer, { ASSAY_TOKEN: SECRET });

  expect(again?.body).toBe(sent?.body);
});

test('does not add omitted headers', async () => {
  const headers = { accept: null, 'content-type': null, authorization: null };

  const { sent, again } = await replay({ headers }, bearer, { ASSAY_TOKEN: SECRET });

  expect(essence(again)).toEqual(essence(sent));
});

test('keeps dots and brackets in a path', async () => {
  const call = {
    operation: 'travel.draft-get',
    params: { draftId: '..' },
    country: '[B]{E}',
    body: undefined,
  } as const;

  const { sent, again } = await replay(call, bearer, { ASSAY_TOKEN: SECRET });

  expect(again?.url).toBe(sent?.url);
});

test('a stray percent sign does not break the line', async () => {
  const exchange = testExchange({}, { url: 'http://127.0.0.1:9/a?b=%E0%A4%A' });

  const line = curlOf(exchange, await testTarget({}), createRedactor([]));

  expect(execFileSync('bash', ['--norc', '-nc', line]).toString()).toBe('');
  expect(line).toContain('?b=%E0%A4%A');
});

test('keeps the spelling of a header that is tested (W1)', async () => {
  const target = await testTarget({ base_url: 'http://127.0.0.1:9' });
  const redactor = createRedactor(target);
  const request = {
    headers: { 'service-api-version': '1.0' },
    headerNames: { 'service-api-version': 'SERVICE-API-VERSION' },
  };

  expect(curlOf(testExchange({}, request), target, redactor)).toContain('SERVICE-API-VERSION: 1.0');
});

/** Runs a line in bash and returns its output; fails if curl does. */
const printed = (line: string, environment: Environment): Promise<string> =>
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
])('the line uses the proxy and trusts the authority: %s', async (_what, ca) => {
  const { proxy } = await startPair(Buffer.from('me:hush hush').toString('base64'));
  const environment = { PROXY_PASSWORD: 'hush%20hush' };
  const written = proxy.address.replace('//', '//me:${PROXY_PASSWORD}@');

  const line = await lineOf('https://service.test/a', { proxy: written, ca }, environment);

  expect(line).toContain(`--proxy "${written}" --cacert `);
  expect(line).not.toMatch(/hush|\n/);
  expect(await printed(line, { ...environment, NO_PROXY: 'other.test' })).toContain(
    '{"seen":true}',
  );
});

test('a proxy of the environment with a password appears as its variable', async () => {
  const { proxy } = await startPair();
  const environment = { HTTPS_PROXY: proxy.address.replace('//', '//me:hush-hush@') };

  const line = await lineOf('https://service.test/a', { ca: AUTHORITY_FILES.ca }, environment);

  expect(line).toContain('--proxy "$HTTPS_PROXY"');
  expect(await printed(line, environment)).toContain('{"seen":true}');
});

test.each([
  ['this machine is asked', {}, {}],
  ['the target says none', { proxy: 'none' }, {}],
  ['NO_PROXY excepts it', {}, { NO_PROXY: 'localhost' }],
])('the line bypasses the proxy of the environment if %s', async (_what, document, more) => {
  const { server } = await startPair();
  const environment = { HTTPS_PROXY: 'http://127.0.0.1:9', ...more };

  const line = await lineOf(server.address, { ca: AUTHORITY_FILES.ca, ...document }, environment);

  expect(line).toContain("--noproxy '*'");
  expect(await printed(line, { HTTPS_PROXY: 'http://127.0.0.1:9' })).toContain('{"seen":true}');
});

test('omits network options that are not needed', async () => {
  expect(await lineOf('http://127.0.0.1:9/a', {})).not.toMatch(/proxy|cacert/);
});
