import { expect, test } from 'vitest';
import { serve, check, bearer, reasons } from '../testing/test-preflight.ts';

const draft = '{"draftId":"d-1"}';

const basic = (username: string) =>
  ({ auth: { scheme: 'basic', username, password: 'the same for all' } }) as const;

test('two users with one password are two identities, two with one name are one', async () => {
  const server = await serve((_request, response) => response.end('{}'));
  const base_url = server.address;

  expect(await reasons({ base_url, identities: { owner: basic('a'), other: basic('b') } })).toBe(
    'fit for a run',
  );
  expect(await reasons({ base_url, identities: { owner: basic('a'), other: basic('a') } })).toMatch(
    /identities\.owner\.auth and identities\.other\.auth are the same credential/,
  );
});

test('sends nothing for a target with two equal identities', async () => {
  const server = await serve((_request, response) => response.end());

  await check({ base_url: server.address, identities: { ...bearer, withoutRights: bearer.owner } });

  expect(server.received).toEqual([]);
});

const threeTokens = {
  ...bearer,
  withoutRights: { auth: { scheme: 'bearer', token: 'no-rights-at-all' } },
} as const;

test.each<[what: string, refused: (url: string, method: string) => boolean, ok: boolean]>([
  ['nowhere', () => false, false],
  ['on one line', (url) => url.includes('/gap/'), true],
  ['to read what it made', (_url, method) => method === 'GET', true],
])('a caller without rights who is refused %s', async (_what, isRefused, ok) => {
  const server = await serve(({ url, method, headers }, response) =>
    headers.authorization?.includes('no-rights') && isRefused(url, method)
      ? response.writeHead(403).end()
      : response.writeHead(200).end(draft),
  );

  expect(await check({ base_url: server.address, identities: threeTokens })).toMatchObject({ ok });
});
