import { expect, test } from 'vitest';
import { choicesWith } from './choices.ts';
import { gatewayOf } from './gateway.ts';

const HOUR = 3_600_000;
const rationed = (retryAfter: 'seconds' | 'date') =>
  gatewayOf(choicesWith({ transport: { window: { calls: 2, ms: HOUR }, retryAfter } }));

test('the rate limit applies to each caller separately', async () => {
  const gateway = rationed('seconds');
  const callers = ['one', 'one', 'other', 'one'];
  const answers = [];
  for (const caller of callers) answers.push(await gateway('draft-get', caller));

  expect(answers.map((each) => each?.status)).toEqual([undefined, undefined, undefined, 429]);
  expect(answers.at(-1)?.headers).toEqual({ 'retry-after': '1' });
});

test('Retry-After may be a date in the near future', async () => {
  const gateway = rationed('date');
  const before = Date.now();
  await gateway('draft-get', 'one');
  await gateway('draft-get', 'one');
  const refused = await gateway('draft-get', 'one');
  const wait = Date.parse(refused?.headers['retry-after'] ?? '') - before;

  expect(wait).toBeGreaterThan(500);
  expect(wait).toBeLessThan(5000);
});
