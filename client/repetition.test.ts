import { expect, test } from 'vitest';
import { type Answer, openClient } from './test-client.ts';

const busyOnce =
  (status: number, headers = {}): Answer =>
  (_request, response, count) => {
    response.writeHead(count === 1 ? status : 200, count === 1 ? headers : {}).end();
  };

test.each([
  [429, { 'retry-after': '0' }],
  [503, { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }],
  [429, {}],
  [502, {}],
  [503, {}],
  [504, {}],
])('%s with %o is repeated, each attempt an exchange of its own', async (status, headers) => {
  const { send, record } = await openClient(busyOnce(status, headers));

  const exchange = await send();

  expect(exchange).toMatchObject({ attempt: 2, response: { status: 200 } });
  expect(record.map(({ n, attempt, response }) => [n, attempt, response?.status])).toEqual([
    [1, 1, status],
    [2, 2, 200],
  ]);
});

test('Retry-After is waited for', async () => {
  const { send, record } = await openClient(busyOnce(429, { 'retry-after': '1' }));

  await send();

  const [first, second] = record.map(({ at }) => Date.parse(at));
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(990);
});

test('a Retry-After beyond the budget is not waited for', async () => {
  const { send, record } = await openClient(busyOnce(429, { 'retry-after': '60' }));

  const exchange = await send();

  expect(exchange.response?.status).toBe(429);
  expect(record).toHaveLength(1);
});

test('the budget is that of all pauses together', async () => {
  const { send, record } = await openClient(
    (_request, response) => response.writeHead(503, { 'retry-after': '0' }).end(),
    { limits: { retryBudget: 550 } },
  );

  await send();

  expect(record.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
});

test.each([500, 501, 404, 408])('%s is not repeated', async (status) => {
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
  [429, {}],
])('a contract call that answers %s with %o is never repeated (K4)', async (status, headers) => {
  const { send, record } = await openClient(busyOnce(status, headers));

  await send(contract);

  expect(record).toHaveLength(1);
});

test.each([429, 503])(
  'a contract call that answers %s with Retry-After is repeated',
  async (status) => {
    const { send, record } = await openClient(busyOnce(status, { 'retry-after': '0' }));

    await send(contract);

    expect(record).toHaveLength(2);
  },
);
