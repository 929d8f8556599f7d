import { expect, onTestFinished, test, type TestContext } from 'vitest';
import { k6ForTests } from '../testing/test-k6.ts';
import { runTestLoad, shortProfile } from '../testing/test-run.ts';
import { startTestService } from '../testing/test-service.ts';

const k6Of = async ({ skip }: TestContext): Promise<string> => {
  const found = await k6ForTests();
  return 'reason' in found ? skip(found.reason) : found.path;
};

test('every price request of a run has a unique key, in warm-up and plateaus', async (context) => {
  const k6 = await k6Of(context);
  const service = await startTestService();
  onTestFinished(() => service.close());
  const profile = shortProfile({
    warmUp: { rate: 30, seconds: 1 },
    steps: [
      { rate: 30, seconds: 1 },
      { rate: 60, seconds: 1 },
    ],
  });
  await runTestLoad(k6, service.address, profile);
  const keys = service.bodies.flatMap(
    (body) => /"request","value":"([^"]+)"/.exec(body)?.[1] ?? [],
  );
  const sent = keys.filter((key) => key !== 'test-0');
  expect(sent.length).toBeGreaterThan(100);
  expect(new Set(sent).size).toBe(sent.length);
});
