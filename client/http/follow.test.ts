import { expect, onTestFinished, test } from 'vitest';
import { startLocalServer } from '../testing/local-server.ts';
import { ok, openClient } from '../testing/test-client.ts';

test.each(['../contracts/1?x=2', '/BE/lifestyle/contracts/1?x=2'])(
  'follows the link %s with credential and version',
  async (location) => {
    const { server, client, send } = await openClient(ok);
    const from = await send();

    const exchange = await client.follow(location, from, { test: 'link' });

    expect(exchange).toMatchObject({ n: 2, test: 'link', intent: 'open', attempt: 1 });
    expect(exchange).not.toHaveProperty('operation');
    expect(server.received[1]).toMatchObject({
      method: 'GET',
      url: '/BE/lifestyle/contracts/1?x=2',
      headers: { authorization: 'Bearer abcdefghijkl', 'service-api-version': '1.0' },
    });
  },
);

test('resolves a relative link against the request', async () => {
  const { server, client, send } = await openClient(ok);
  const from = await send();

  await client.follow('drafts/d1', from, { test: 'link' });

  expect(server.received[1]?.url).toBe('/BE/lifestyle/travel/drafts/d1');
});

test('follows a link over a connection of its own if wanted', async () => {
  const ports: (number | undefined)[] = [];
  const { client, send } = await openClient((_request, response) => {
    ports.push(response.socket?.remotePort);
    response.end();
  });
  const from = await send();

  for (const connection of [undefined, 'fresh', 'fresh'] as const)
    await client.follow('drafts/d1', from, { test: 'link', ...(connection && { connection }) });

  const [sent, shared, ...own] = ports;
  expect(new Set([sent, shared, ...own]).size).toBe(new Set([sent, shared]).size + 2);
});

test('a link to the motor gap address is not foreign', async () => {
  const gap = await startLocalServer(ok);
  onTestFinished(() => gap.close());
  const { client, send } = await openClient(ok, { gap_base_url: gap.address });
  const from = await send();

  await client.follow(`${gap.address}/c/1`, from, { test: 'link' });

  expect(gap.received).toMatchObject([{ url: '/c/1' }]);
});

test.each([
  'https://elsewhere.example/contracts/1',
  '//elsewhere.example/1',
  'http://[',
  'mailto:a@b',
])('the link %s is foreign and gets no request', async (location) => {
  const { client, send, record } = await openClient(ok);
  const from = await send();

  expect(await client.follow(location, from, { test: 'link' })).toBe('foreign');
  expect(record).toHaveLength(1);
});
