import { expect, onTestFinished, test } from 'vitest';
import { findCapacity } from './capacity.ts';
import {
  searchTestCapacity,
  simulatedPlateau,
  testCapacityProfile,
} from '../testing/test-capacity.ts';
import { pathOfK6 } from '../testing/test-k6.ts';
import { atMost, rightPrice, startTestService, wrongPrice } from '../testing/test-service.ts';

const k6Of = pathOfK6();

// A plateau of two seconds fails where the machine is taken away for a moment: what is right is found in one of three tries.
const REAL = { timeout: 60_000, retry: 2 };

test.each([100, 137, 250, 399, 640])(
  'a service that holds %i a second is found within 12 %',
  async (holds) => {
    const profile = testCapacityProfile({ start: 50, most: 20 });
    const { held, failed } = await findCapacity(profile, simulatedPlateau(holds), () => undefined);
    expect(held).toBeLessThanOrEqual(holds);
    expect(held).toBeGreaterThan(holds / 1.125);
    expect(failed).toBeGreaterThan(holds);
  },
);

test('a generator at its limit ends the search, and is not taken for the service', async () => {
  const run = simulatedPlateau(1000, 200);
  const { held, stopped } = await findCapacity(
    testCapacityProfile({ start: 100, most: 20 }),
    run,
    () => undefined,
  );
  expect(held).toBe(195.3125);
  expect(stopped).toMatch(/^the generator was at its limit/);
});

test(
  'the capacity of a real service of 400 a second is found within 10 %, in at most 6 plateaus',
  REAL,
  async (context) => {
    const k6 = k6Of(context);
    const service = await startTestService(atMost(400));
    onTestFinished(() => service.close());
    const { held, plateaus } = await searchTestCapacity(k6, service.address, {
      start: 250,
      seconds: 2,
    });
    expect(held).toBeGreaterThanOrEqual(360);
    expect(held).toBeLessThanOrEqual(440);
    expect(plateaus.length).toBeLessThanOrEqual(6);
  },
);

test('a service that turns wrong at 200 a second ends the search there', REAL, async (context) => {
  const k6 = k6Of(context);
  let second = 0;
  let inSecond = 0;
  const service = await startTestService((response, count) => {
    const now = Math.floor(performance.now() / 1000);
    inSecond = now === second ? inSecond + 1 : 1;
    second = now;
    (inSecond > 205 ? wrongPrice : rightPrice)(response, count);
  });
  onTestFinished(() => service.close());
  const { held, stopped } = await searchTestCapacity(k6, service.address, {
    start: 120,
    seconds: 2,
    factor: 2.1,
  });
  expect(held).toBe(120);
  expect(stopped).toBe('wrong answers at 252 a second');
});
