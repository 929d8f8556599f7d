import { expect, test } from 'vitest';
import { ok, openClient } from '../testing/test-client.ts';
import { refusal } from '../testing/test-load.ts';
import { userAgentOf } from './build-request.ts';

const RUN = '20261122-201617-gate-11';

test.each([
  ['a run that is named says so', undefined, { id: RUN, isNamed: true }, `assay (run ${RUN})`],
  ['a run that is not is neutral', undefined, { id: RUN, isNamed: false }, 'node'],
  ['without a run it is neutral', undefined, undefined, 'node'],
  ['a run is not named where the target says so', 'neutral', { id: RUN, isNamed: true }, 'node'],
  ['the target has its own text', 'shop/1.0', { id: RUN, isNamed: true }, 'shop/1.0'],
  ['its text names the run', 'shop ({run})', { id: RUN, isNamed: false }, `shop (${RUN})`],
  ['its text names no run', 'shop ({run})', undefined, 'shop (none)'],
] as const)('%s', (_, userAgent, run, sent) => {
  expect(userAgentOf({ userAgent }, run)).toBe(sent);
});

test('requests carry the user agent of the target, and none names Assay by itself', async () => {
  const neutral = await openClient(ok);
  const own = await openClient(ok, { userAgent: 'shop/1.0' });

  await neutral.send();
  await own.send();

  expect(JSON.stringify(neutral.server.received)).not.toMatch(/assay/i);
  expect(own.server.received[0]?.headers).toMatchObject({ 'user-agent': 'shop/1.0' });
});

test('a text that no header can carry is refused', async () => {
  const document = { base_url: 'http://a', userAgent: 'büro' };

  const { problems } = await refusal({ document });

  expect(problems).toMatchObject([
    { path: 'userAgent', got: 'the value holds a character that is not ASCII' },
  ]);
});
