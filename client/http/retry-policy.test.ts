import { expect, test, vi } from 'vitest';
import type { RetryAfterWait } from './retrying-sender.ts';
import { type Answer, openClient } from '../testing/test-client.ts';

const busyOnce =
  (status: number, headers = {}): Answer =>
  (_request, response, count) => {
    response.writeHead(count === 1 ? status : 200, count === 1 ? headers : {}).end();
  };

test.each([
  [429, { 'retry-after': '0' }],
  [503, { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }],
  [408, {}],
  [413, { 'retry-after': '0' }],
  [421, {}],
  [425, {}],
  [429, {}],
  [502, {}],
  [503, {}],
  [504, {}],
])('retries %s with %o, each attempt as a separate exchange', async (status, headers) => {
  const { send, record } = await openClient(busyOnce(status, headers));

  const exchange = await send();

  expect(exchange).toMatchObject({ attempt: 2, response: { status: 200 } });
  expect(record.map(({ n, attempt, response }) => [n, attempt, response?.status])).toEqual([
    [1, 1, status],
    [2, 2, 200],
  ]);
});

test('waits for Retry-After', async () => {
  const { send, record } = await openClient(busyOnce(429, { 'retry-after': '1' }));

  await send();

  const [first, second] = record.map(({ at }) => Date.parse(at));
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(990);
});

test('does not wait for a Retry-After beyond the budget', async () => {
  const { send, record } = await openClient(busyOnce(429, { 'retry-after': '60' }));

  const exchange = await send();

  expect(exchange.response?.status).toBe(429);
  expect(record).toHaveLength(1);
});

test('the budget covers all pauses together', async () => {
  const { send, record } = await openClient(
    (_request, response) => response.writeHead(503, { 'retry-after': '0' }).end(),
    { limits: { retryBudget: 550 } },
  );

  await send();

  expect(record.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
});

test.each([500, 501, 404, 413])('does not retry %s', async (status) => {
  const { send, record } = await openClient(busyOnce(status));

  await send();

  expect(record).toHaveLength(1);
});

const contract = {
  operation: 'gap.contract-create',
  params: { draftId: 'd' },
} as const;

test.each([
  [502, {}],
  [502, { 'retry-after': '0' }],
  [504, {}],
  [503, {}],
  [408, { 'retry-after': '0' }],
  [413, { 'retry-after': '0' }],
])('never retries a contract call that answers %s with %o (K4)', async (status, headers) => {
  const { send, record } = await openClient(busyOnce(status, headers));

  await send(contract);

  expect(record).toHaveLength(1);
});

test.each([
  [421, {}],
  [425, {}],
  [429, {}],
  [429, { 'retry-after': '0' }],
  [503, { 'retry-after': '0' }],
])(
  'retries a contract call that answers %s with %o, which had no effect (S8)',
  async (status, headers) => {
    const { send, record } = await openClient(busyOnce(status, headers));

    await send(contract);

    expect(record).toHaveLength(2);
  },
);

const deletion = {
  operation: 'travel.car-delete',
  params: { draftId: 'd', carId: 'c' },
} as const;

test.each([
  [502, {}, 1],
  [502, { 'retry-after': '0' }, 1],
  [504, {}, 1],
  [503, {}, 1],
  [503, { 'retry-after': '0' }, 2],
  [408, {}, 2],
  [429, {}, 2],
])(
  'retries a deletion that answers %s with %o only as long as that is safe',
  async (status, headers, times) => {
    const { send, record } = await openClient(busyOnce(status, headers));

    await send(deletion);

    expect(record).toHaveLength(times);
  },
);

const closedOnce: Answer = (_request, response, count) => {
  if (count === 1) response.socket?.destroy();
  else response.end('{}');
};

test('retries once after a closed connection', async () => {
  const { send } = await openClient(closedOnce);

  expect(await send()).toMatchObject({ attempt: 2, response: { status: 200 } });
});

test('retries on a connection of its own, since other idle ones may have been closed as well', async () => {
  const connections: unknown[] = [];
  const { send } = await openClient((request, response, count) => {
    connections.push(request.headers['connection']);
    closedOnce(request, response, count);
  });

  await send();
  await send();

  expect(connections).toEqual(['keep-alive', 'close', 'keep-alive']);
});

test.each([
  ['a contract (K4)', contract],
  ['a deletion', deletion],
])('except for %s', async (_, call) => {
  const { send } = await openClient(closedOnce);

  expect(await send(call)).toMatchObject({ attempt: 1, error: { code: 'UND_ERR_SOCKET' } });
});

test('reports a wait for Retry-After once, with its end', async () => {
  const waits: RetryAfterWait[] = [];
  const { client, send } = await openClient(
    (_request, response) => response.writeHead(503, { 'retry-after': '7' }).end(),
    {},
    '',
    { onWait: (wait) => waits.push(wait) },
  );

  const waiting = [send(), send(), send()];
  await vi.waitFor(() => expect(waits).toHaveLength(1));
  await client.close();
  const exchanges = await Promise.all(waiting);

  const { status, seconds, until = new Date(0) } = waits[0] ?? {};
  expect([status, seconds]).toEqual([503, 7]);
  expect(until.getTime() - Date.now()).toBeGreaterThan(4000);
  expect(until.getTime() - Date.now()).toBeLessThanOrEqual(7000);
  expect(exchanges.map(({ attempt }) => attempt)).toEqual([1, 1, 1]);
});

test('does not report a short pause, or one without Retry-After', async () => {
  const waits: unknown[] = [];
  const { send } = await openClient(busyOnce(503, { 'retry-after': '1' }), {}, '', {
    onWait: (wait) => waits.push(wait),
  });

  await send();

  expect(waits).toEqual([]);
});
