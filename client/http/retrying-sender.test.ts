import { expect, test } from 'vitest';
import { openClient } from '../testing/test-client.ts';
import { virtualClock } from '../testing/virtual-clock.ts';

test('concurrent waiting requests share one budget on a service that only asks to wait', async () => {
  const reasons: string[] = [];
  const clock = virtualClock();
  const { send, record } = await openClient(
    (_request, response) => response.writeHead(503, { 'retry-after': '1' }).end(),
    { limits: { retryBudget: 5000 } },
    '',
    { clock, breaker: { lines: ['travel'], giveUp: (reason) => reasons.push(reason) } },
  );

  await Promise.all([send(), clock.sleep(1500).then(() => send())]);
  const sent = record.length;
  await Promise.all(Array.from({ length: 30 }, () => send()));

  expect(reasons[0]).toMatch(/^stopped: no answer other than 503 for \d+ s$/);
  expect(record).toHaveLength(sent + 30);
});

test('does not give up a service that pauses and then answers again', async () => {
  const reasons: string[] = [];
  const { send } = await openClient(
    (_request, response, count) => {
      if (count > 5) response.end('{}');
    },
    { limits: { deadline: 600, retryBudget: 0 } },
    '',
    { breaker: { lines: ['travel'], giveUp: (reason) => reasons.push(reason) } },
  );

  for (let count = 0; count < 5; count += 1) await send();
  const exchange = await send();

  expect(exchange.response?.status).toBe(200);
  expect(reasons).toEqual([]);
});
