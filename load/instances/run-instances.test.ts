import { expect, onTestFinished, test } from 'vitest';
import { pathOfK6 } from '../testing/test-k6.ts';
import { runTestLoad, shortProfile } from '../testing/test-run.ts';
import { rightPrice, startTestService, type TestService } from '../testing/test-service.ts';

const k6Of = pathOfK6();

const serve = async (): Promise<TestService> => {
  const service = await startTestService();
  onTestFinished(() => service.close());
  return service;
};

/** The key of a price request that k6 sent; undefined for those of Node, before and after the load. */
const keyOf = (body: string): string | undefined => /"test-(\d+-\d+)"/.exec(body)?.[1];

test('three instances send the load of one, and share neither keys nor drafts', async (context) => {
  const service = await serve();
  const profile = shortProfile({ steps: [{ rate: 60, seconds: 2 }], judgeEvery: 10 });
  const { result } = await runTestLoad(k6Of(context), service.address, profile, {
    instances: 3,
    target: { load: { slo: { overall: { p95: 2000, errorRate: 0.01 } } } },
  });
  expect(result.reasons).toEqual([]);
  expect(result.verdict).toBe('PASS');
  const { requests = 0, planned, sketch } = result.measured?.lines.gap ?? {};
  expect(planned).toBe(120);
  expect(Math.abs(requests - 120)).toBeLessThanOrEqual(2);
  expect(sketch?.count).toBe(requests);
  expect(result.measured?.thresholds.map(({ ok }) => ok)).toEqual([true, true]);
  expect(result.notes).toContainEqual(
    expect.stringMatching(/^3 instances of k6, started within \d+ ms$/),
  );
  const sent = service.bodies.flatMap((body, index) => {
    const key = keyOf(body);
    return key === undefined ? [] : [{ key, draft: service.drafts[index] ?? '' }];
  });
  expect(sent).toHaveLength(requests);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(requests);
  const users = new Map<number, Set<string>>();
  for (const { key, draft } of sent) {
    const instance = (Number(key.split('-')[0]) - 1) % 3;
    users.set(instance, (users.get(instance) ?? new Set()).add(draft));
  }
  const used = [...users.values()];
  expect(used).toHaveLength(3);
  expect(new Set(used.flatMap((drafts) => [...drafts])).size).toBe(
    used.reduce((sum, { size }) => sum + size, 0),
  );
});

test('a limit applies to all instances together', async (context) => {
  const service = await startTestService((response, count) =>
    setTimeout(() => rightPrice(response, count), 60),
  );
  onTestFinished(() => service.close());
  const { result } = await runTestLoad(k6Of(context), service.address, shortProfile(), {
    instances: 2,
    target: { load: { slo: { overall: { p95: 50, errorRate: 0.01 } } } },
  });
  expect(result.reasons).toEqual([
    expect.stringMatching(/^all lines, p95 in ms: \d+, at most 50 allowed$/),
  ]);
  expect(result.verdict).toBe('FAIL');
});

test('a killed instance makes the run INVALID, is named, and stops the others', async (context) => {
  const service = await serve();
  const pids: number[] = [];
  const begun = performance.now();
  const { result } = await runTestLoad(
    k6Of(context),
    service.address,
    shortProfile({ steps: [{ rate: 40, seconds: 120 }] }),
    {
      instances: 2,
      onStart: (pid) => {
        pids.push(pid);
        if (pids.length === 2) setTimeout(() => process.kill(pid, 'SIGKILL'), 2500);
      },
    },
  );
  expect(result.verdict).toBe('INVALID');
  expect(result.reasons).toEqual([
    'instance 2 of 2: k6 was killed by SIGKILL: out of memory, or killed by someone',
  ]);
  expect(performance.now() - begun).toBeLessThan(100_000);
});

test('an instance that is not ready in time makes the run INVALID, and is named', async (context) => {
  const service = await serve();
  const pids: number[] = [];
  let unloaded = 0;
  const { result } = await runTestLoad(k6Of(context), service.address, shortProfile(), {
    instances: 2,
    readyIn: 2,
    onStart: (pid) => {
      pids.push(pid);
      unloaded = service.prices();
      if (pids.length > 1) return;
      process.kill(pid, 'SIGSTOP');
      setTimeout(() => process.kill(pid, 'SIGCONT'), 2500);
    },
  });
  expect(result.verdict).toBe('INVALID');
  expect(result.reasons).toEqual([
    'instance 1 of 2 was not ready to start after 2 s, so all were stopped',
  ]);
  expect(service.prices()).toBe(unloaded);
});
