import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { type Received, startLocalServer } from '../testing/local-server.ts';
import { preflight } from './preflight.ts';
import type { Target } from '../target.ts';
import { testTarget } from '../testing/test-target.ts';

const serve = async (answer: (request: Received, response: ServerResponse) => void) => {
  const server = await startLocalServer(answer);
  onTestFinished(() => server.close());
  return server;
};

const status = (code: number) => serve((_request, response) => response.writeHead(code).end());

const check = async (document: Partial<Target>) => preflight(await testTarget(document));

const bearer = { owner: { auth: { scheme: 'bearer', token: 'abcdefgh' } } } as const;

test.each([500, 503, 502, 429, 400, 422, 204])(
  'a service that always answers %s without a body is judged, not excused',
  async (code) => {
    const server = await status(code);

    expect(await check({ base_url: server.address, identities: bearer })).toMatchObject({
      ok: true,
    });
  },
);

test('waits for a service that asks to wait everywhere', async () => {
  const server = await serve((_request, response) =>
    response
      .writeHead(503, { 'retry-after': '1', 'content-type': 'text/html' })
      .end('<html>busy</html>'),
  );

  expect(await check({ base_url: server.address, identities: bearer })).toMatchObject({ ok: true });
});

const draft = '{"draftId":"d-1"}';

test.each<[what: string, creations: [number, string?], lookups: [number, string?]]>([
  ['that refuses every draft', [400, '{"messages":[]}'], [404]],
  ['that refuses every draft in plain text', [422, 'no'], [404]],
  ['that breaks down at every draft', [500, '<html>500</html>'], [404]],
  ['with pages for drafts that it does not know', [200, draft], [404, '<html>404</html>']],
  ['that is forbidden to look at unknown drafts', [201, draft], [403]],
  ['that makes drafts and shows none', [200, '{}'], [302]],
])('a service %s is judged', async (_what, creations, lookups) => {
  const server = await serve(({ method }, response) => {
    const [code, body = ''] = method === 'POST' ? creations : lookups;
    response.writeHead(code).end(body);
  });

  expect(await check({ base_url: server.address, identities: bearer })).toMatchObject({ ok: true });
});

test('if one operation answers as specified, the others are judged', async () => {
  const server = await serve(({ url, method }, response) =>
    url === '/BE/home/landlord/drafts' && method === 'POST'
      ? response.writeHead(200, { 'content-type': 'application/json' }).end(draft)
      : response.writeHead(404).end(),
  );
  const target = await testTarget({ base_url: server.address, identities: bearer });

  expect(await preflight(target)).toMatchObject({ ok: true });
  // Also if it is on a line that is not selected.
  expect(await preflight(target, ['travel'])).toMatchObject({ ok: true });
});

test('404 everywhere is judged if operations have their own body', async () => {
  const server = await serve(({ url }, response) =>
    response
      .writeHead(404, { 'content-type': 'application/json' })
      .end(url.startsWith('/BE/') ? '{"error":"no such draft"}' : '{"path":"unknown"}'),
  );

  expect(await check({ base_url: server.address, identities: bearer })).toMatchObject({ ok: true });
});

test('404 everywhere is judged if only operations answer 401 without a credential', async () => {
  const server = await serve(({ url, headers }, response) =>
    response.writeHead(url.startsWith('/BE/') && !headers.authorization ? 401 : 404).end(),
  );

  expect(await check({ base_url: server.address, identities: bearer })).toMatchObject({ ok: true });
});

test('a redirect of a draft within the service is its own', async () => {
  const server = await serve(({ url }, response) =>
    url.endsWith('/')
      ? response.writeHead(400, { 'content-type': 'application/json' }).end('{}')
      : response.writeHead(308, { location: `${url}/` }).end(),
  );

  expect(await check({ base_url: server.address, identities: bearer })).toMatchObject({ ok: true });
});

test('a creation that redirects to the draft under another name is judged', async () => {
  const server = await serve(({ url, method }, response) =>
    method === 'POST' && url.startsWith('/BE/')
      ? response.writeHead(303, { location: `http://quoting.internal${url}/d-1` }).end()
      : response.writeHead(404).end(),
  );

  expect(await check({ base_url: server.address, identities: bearer })).toMatchObject({ ok: true });
});

test('ignores a proxy that finds the service a second later', async () => {
  const started = performance.now();
  const server = await serve((_request, response) =>
    performance.now() - started < 600
      ? response.writeHead(503, { 'content-type': 'text/html' }).end('<html>down</html>')
      : response.writeHead(200).end(draft),
  );

  expect(await check({ base_url: server.address, identities: bearer })).toMatchObject({ ok: true });
});
