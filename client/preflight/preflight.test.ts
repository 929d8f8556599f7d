import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Exchange } from '../../spec/exchange.ts';
import { preflight } from './preflight.ts';
import { testTarget } from '../testing/test-target.ts';
import { serve, check, bearer } from '../testing/test-preflight.ts';

const status = (code: number) => serve((_request, response) => response.writeHead(code).end());

test('a service that answers is fit for a run, and the requests are recorded', async () => {
  const server = await serve((_request, response) => response.end('{}'));
  const record: Exchange[] = [];
  const target = await testTarget({
    base_url: server.address,
    bodies: { 'gap.draft-create': { mail: '{{email}}' } },
  });

  const result = await preflight(target, ['gap', 'travel'], {
    append(exchange) {
      record.push({ n: record.length + 1, ...exchange });
      return { n: record.length, ...exchange };
    },
  });

  expect(result).toEqual({
    ok: true,
    notes: [expect.stringContaining(`${server.address}: gap.draft-create 200`)],
  });
  expect(record.map(({ operation, test, intent }) => [operation, test, intent])).toEqual(
    expect.arrayContaining([
      ['gap.draft-create', 'preflight', 'open'],
      ['travel.draft-create', 'preflight', 'open'],
      ['gap.draft-get', 'preflight', 'open'],
      ['travel.draft-get', 'preflight', 'open'],
    ]),
  );
  expect(server.received.map(({ body }) => body)).toContain('{"mail":"quote@example.com"}');
});

test('401 from every operation is a rejected credential', async () => {
  const server = await status(401);

  const result = await check({ base_url: server.address, identities: bearer });

  expect(result).toMatchObject({
    ok: false,
    problem: expect.stringContaining('the credential of the owner is refused') as string,
  });
});

test('401 without any credential gets advice on how to set one', async () => {
  const server = await status(401);

  expect(await check({ base_url: server.address })).toMatchObject({
    ok: false,
    hint: expect.stringContaining('ASSAY_TOKEN') as string,
  });
});

test('401 from some operations is evidence, not a configuration error', async () => {
  const server = await serve((request, response) =>
    response.writeHead(request.url.includes('gap') ? 401 : 200).end(),
  );

  expect(await check({ base_url: server.address, identities: bearer })).toMatchObject({ ok: true });
});

test.each([
  ['http://no-such-host.invalid', 'its host name cannot be resolved'],
  ['http://127.0.0.1:1', 'no connection can be established'],
])('%s cannot be reached', async (address, problem) => {
  expect(await check({ base_url: address })).toMatchObject({
    ok: false,
    problem: expect.stringContaining(`base_url ${address}: ${problem}`) as string,
  });
});

test('names a motor gap address that cannot be reached', async () => {
  const server = await status(200);

  expect(
    await check({ base_url: server.address, gap_base_url: 'http://127.0.0.1:1/gap' }),
  ).toMatchObject({
    ok: false,
    problem: expect.stringMatching(/^gap_base_url http:\/\/127\.0\.0\.1:1\/gap: /) as string,
  });
});

test('an https address that speaks plain HTTP is a TLS error', async () => {
  const server = createServer((_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());

  const base_url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  expect(await check({ base_url })).toMatchObject({
    ok: false,
    problem: expect.stringContaining('TLS') as string,
  });
});

test('an untrusted certificate is a TLS error', async (context) => {
  if (spawnSync('openssl', ['version']).error) context.skip('openssl is not here to make one');
  const folder = mkdtempSync(join(tmpdir(), 'assay-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const request =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=localhost -keyout key.pem -out cert.pem';
  spawnSync('openssl', request.split(' '), { cwd: folder, stdio: 'ignore' });
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(join(folder, name)));
  const server = createTlsServer({ key, cert }, (_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());

  const base_url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  expect(await check({ base_url })).toMatchObject({
    ok: false,
    problem: expect.stringContaining('no TLS connection can be established') as string,
    hint: expect.stringContaining('NODE_EXTRA_CA_CERTS') as string,
  });
});

test('an address that closes three connections each is a configuration error', async () => {
  const server = await serve((_request, response) => response.socket?.destroy());

  expect(await check({ base_url: server.address })).toMatchObject({
    ok: false,
    problem: expect.stringContaining('closes every connection') as string,
  });
  expect(server.received).toHaveLength(24);
});

test('one closed connection is not', async () => {
  let count = 0;
  const server = await serve((_request, response) => {
    count += 1;
    if (count <= 8) response.socket?.destroy();
    else response.end();
  });

  expect(await check({ base_url: server.address })).toMatchObject({ ok: true });
});

test('gives up without an answer long before the deadline', async () => {
  const server = await serve(() => {});

  const start = performance.now();
  const result = await check({
    base_url: server.address,
    limits: { concurrency: 1, deadline: 60_000 },
  });

  expect(result).toMatchObject({
    ok: false,
    problem: expect.stringContaining('does not answer in time') as string,
  });
  expect(performance.now() - start).toBeLessThan(30_000);
});

test('respects a low request rate', async () => {
  const server = await status(200);

  const start = performance.now();
  await check({ base_url: server.address, limits: { requestsPerSecond: 10 } });

  expect(server.received).toHaveLength(8);
  expect(performance.now() - start).toBeGreaterThan(690);
});

test('a rate too low for all probes drops some, without waiting', async () => {
  const server = await status(200);

  const start = performance.now();
  const result = await check({ base_url: server.address, limits: { requestsPerSecond: 0.1 } });

  expect(result).toMatchObject({ ok: true });
  expect(server.received).toHaveLength(1);
  // A second probe would come ten seconds later.
  expect(performance.now() - start).toBeLessThan(10_000);
});
