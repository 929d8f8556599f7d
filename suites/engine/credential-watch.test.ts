import { expect, test } from 'vitest';
import { openClient } from '../../client/testing/test-client.ts';
import { virtualClock } from '../../client/testing/virtual-clock.ts';
import { watchCredentials } from './credential-watch.ts';
import { createStopSignal } from './stop.ts';

/** A watched client of a service that answers the request with this number, from 1, with a status. */
const watched = async (statusOf: (count: number, method: string) => number) => {
  const { client, record, target } = await openClient(({ method }, response, count) => {
    response.statusCode = statusOf(count, method);
    response.end('{}');
  });
  const stop = createStopSignal();
  const own = watchCredentials(client, stop, target.limits, virtualClock());
  const labels = { test: 'a test', intent: 'legal' } as const;
  return {
    create: () => own.send({ operation: 'travel.draft-create', body: {}, ...labels }),
    read: () => own.send({ operation: 'travel.draft-get', params: { draftId: 'a' }, ...labels }),
    price: () =>
      own.send({
        operation: 'travel.price-request',
        params: { draftId: 'a' },
        body: {},
        ...labels,
      }),
    stopped: stop.reason,
    asked: () => record.filter(({ test: name }) => name.startsWith('credential/')),
  };
};

test('a credential that no accepted call authenticates any more stops the run, and none of its 401 is delivered', async () => {
  const { create, read, price, stopped, asked } = await watched((count) => (count > 3 ? 401 : 200));
  await create();
  await read();
  await price();

  const refused = await Promise.allSettled([price(), read(), create()]);

  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(stopped()).toBe('stopped: the owner was accepted until exchange 3, 401 since');
  expect(asked().map(({ test: name, operation }) => `${name} ${operation}`)).toEqual(
    [1, 2, 3].flatMap((round) => [
      `credential/owner/3/${round} travel.draft-create`,
      `credential/owner/3/${round} travel.draft-get`,
    ]),
  );
});

test.each([
  ['for one operation', (count: number) => (count === 3 ? 401 : 200), 1],
  [
    'for every creation',
    (count: number, method: string) => (count > 1 && method !== 'GET' ? 401 : 200),
    2,
  ],
  ['for a moment', (count: number) => (count > 2 && count < 7 ? 401 : 200), 4],
  ['for every second call', (count: number) => (count > 2 && count % 2 === 1 ? 401 : 200), 1],
])(
  'a 401 %s is delivered, since the credential is accepted elsewhere',
  async (_, statusOf, questions) => {
    const { create, read, price, stopped, asked } = await watched(statusOf);
    await create();
    await read();

    expect((await price()).response?.status).toBe(401);
    expect([stopped(), asked().length]).toEqual([undefined, questions]);
  },
);

test('an identity that was never accepted is asked nothing: the preflight knows its credential', async () => {
  const { create, stopped, asked } = await watched(() => 401);

  expect((await create()).response?.status).toBe(401);
  expect([stopped(), asked()]).toEqual([undefined, []]);
});

test('a 401 that arrives while others wait is not settled by an earlier question', async () => {
  const { create, stopped, asked } = await watched((count) =>
    count === 2 || count > 3 ? 401 : 200,
  );
  await create();

  const [first] = await Promise.allSettled([create()]);
  const later = await Promise.allSettled([create()]);

  expect([first?.status, later[0]?.status]).toEqual(['fulfilled', 'rejected']);
  expect([asked().length, stopped()]).toEqual([4, expect.stringContaining('401 since')]);
});
