import { expect, onTestFinished, test } from 'vitest';
import { findCapacity } from './capacity.ts';
import {
  searchTestCapacity,
  simulatedPlateau,
  testCapacityProfile,
} from '../testing/test-capacity.ts';
import { pathOfK6 } from '../testing/test-k6.ts';
import { rightPrice, startTestService, wrongPrice } from '../testing/test-service.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';

const k6Of = pathOfK6();

test.each([100, 137, 250, 399, 640])(
  'finds the capacity of a service with %i requests a second within 12 %',
  async (holds) => {
    const profile = testCapacityProfile({ start: 50, most: 20 });
    const { held, failed } = await findCapacity(profile, simulatedPlateau(holds), () => undefined);
    expect(held).toBeLessThanOrEqual(holds);
    expect(held).toBeGreaterThan(holds / 1.125);
    expect(failed).toBeGreaterThan(holds);
  },
);

test('a generator at its limit ends the search, and is not mistaken for the service', async () => {
  const run = simulatedPlateau(1000, 200);
  const { held, stopped } = await findCapacity(
    testCapacityProfile({ start: 100, most: 20 }),
    run,
    () => undefined,
  );
  expect(held).toBe(195.3125);
  expect(stopped).toMatch(/^the generator was at its limit/);
});

test.for(
  drawnInTurn('capacity', [
    'a real service with wrong answers in the second plateau ends the search there',
  ]),
)('%s', async (_title, context) => {
  const k6 = k6Of(context);
  let answer = rightPrice;
  const service = await startTestService((response, count) => answer(response, count));
  onTestFinished(() => service.close());
  const given = { start: 15, seconds: 2, factor: 4 };
  const { held, stopped } = await searchTestCapacity(k6, service.address, given, () => {
    answer = wrongPrice;
  });
  expect(held).toBe(15);
  expect(stopped).toBe('wrong answers at 60 per second');
});
