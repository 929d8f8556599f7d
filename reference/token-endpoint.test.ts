import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningReference, startReference } from './start.ts';
import { request } from './testing/request.ts';

let clock = new Date('2026-03-10T12:00:00Z');
let running: RunningReference;
beforeAll(async () => {
  running = await startReference({
    dialect: 'oauth2',
    now: () => clock,
    secrets: { ASSAY_TOKEN: 'sword/fish+1' },
  });
});
afterAll(() => running.close());

const ask = (pair: string, grant = 'client_credentials') =>
  request(`${running.base_url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
    body: new URLSearchParams({ grant_type: grant }),
  });
const create = (token: string) =>
  request(`${running.base_url}/BE/lifestyle/travel/drafts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'service-api-version': '1.0',
      'content-type': 'application/json',
    },
    body: '{}',
  });

test('a client gets a token that is valid for the stated lifetime', async () => {
  const { status, body } = await ask('owner:sword%2Ffish%2B1');
  const { access_token: token, expires_in: life } = body as Record<string, string>;
  const before = [await create(String(token)), await create(String(token))];
  clock = new Date(clock.getTime() + Number(life) * 1000);
  const after = await create(String(token));

  expect([status, ...before.map((each) => each.status), after.status]).toEqual([
    200, 200, 200, 401,
  ]);
});

test.each([
  ['another secret', 'owner:nothing', 'client_credentials', 401],
  ['another client', 'nobody:sword%2Ffish%2B1', 'client_credentials', 401],
  ['another grant', 'owner:sword%2Ffish%2B1', 'password', 400],
])('%s gets none', async (_, pair, grant, due) => {
  expect((await ask(pair, grant)).status).toBe(due);
});

test('neither the secret itself nor a token with one changed character authenticates', async () => {
  const { body } = await ask('owner:sword%2Ffish%2B1');
  const { access_token: token = '' } = body as Record<string, string>;
  const other = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));

  expect((await create('sword/fish+1')).status).toBe(401);
  expect((await create(other)).status).toBe(401);
});
