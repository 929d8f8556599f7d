import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { pathOfK6 } from './testing/test-k6.ts';
import { runTestLoad, shortProfile, type TestRun } from './testing/test-run.ts';
import {
  type PriceAnswer,
  rightPrice,
  startTestService,
  wrongPrice,
} from './testing/test-service.ts';

const k6Of = pathOfK6();

const serve = async (price?: PriceAnswer): Promise<string> => {
  const service = await startTestService(price);
  onTestFinished(() => service.close());
  return service.address;
};

/** Suspends a process for 400 ms of every 800, until the signal is aborted. */
const stopAndContinue = async (pid: number, end: AbortSignal): Promise<void> => {
  for (const name of Array.from({ length: 100 }, (_, turn) =>
    turn % 2 === 0 ? 'SIGSTOP' : 'SIGCONT',
  )) {
    await sleep(400);
    if (end.aborted) return;
    try {
      process.kill(pid, name);
    } catch {
      // It has just ended.
      return;
    }
  }
};

/** Number of runs after which a machine is too busy for k6 to make all starts of two seconds. */
const MAX_RUNS = 6;

/** A run on a correct service in which k6 made all its starts: one that a busy machine suspends leaves some out. */
const wholeRun = async (k6: string): Promise<TestRun> => {
  const lines = ['jobloss', 'gap'] as const;
  for (let left = MAX_RUNS; ; left -= 1) {
    const run = await runTestLoad(k6, await serve(), shortProfile(), { lines });
    const sent = lines.map((line) => run.result.measured?.lines[line]?.requests ?? 0);
    if (left === 1 || sent.every((requests) => requests >= 39)) return run;
  }
};

test('a correct service passes, every answer judged in full', async (context) => {
  const { result, exchanges } = await wholeRun(k6Of(context));
  expect(result.reasons).toEqual([]);
  expect(result.verdict).toBe('PASS');
  for (const line of ['jobloss', 'gap'] as const) {
    const series = result.measured?.lines[line];
    expect(series?.requests).toBeGreaterThanOrEqual(39);
    expect(series?.judged).toBe(series?.requests);
    expect(series?.sketch?.count).toBe(series?.requests);
    expect(series?.connections).toBe(0);
  }
  expect(result.measured?.lag).not.toBeNull();
  expect(exchanges).toEqual([]);
});

test('two wrong answers of one kind fail, however fast, with their exchanges', async (context) => {
  const k6 = k6Of(context);
  const address = await serve((response, count) =>
    (count % 10 === 0 ? wrongPrice : rightPrice)(response, count),
  );
  // Only one answer in a hundred is judged in full; the cheap check finds the others.
  const { result, exchanges } = await runTestLoad(k6, address, shortProfile({ judgeEvery: 100 }));
  expect(result.verdict).toBe('FAIL');
  expect(result.wrong).toMatchObject([
    { requirement: 'STATUS-01', operation: 'gap.price-request' },
  ]);
  expect(exchanges.length).toBeGreaterThanOrEqual(2);
  expect(JSON.parse(exchanges[0] ?? '{}')).toMatchObject({ response: { status: 201 } });
});

test('a single wrong answer is inconclusive, and its exchange is kept', async (context) => {
  const k6 = k6Of(context);
  const address = await serve((response, count) =>
    (count === 20 ? wrongPrice : rightPrice)(response, count),
  );
  const { result, exchanges } = await runTestLoad(k6, address, shortProfile());
  expect(result.verdict).toBe('INCONCLUSIVE');
  expect(result.reasons[0]).toMatch(/seen only once, exchange 1: STATUS-01 on gap.price-request/);
  expect(exchanges).toHaveLength(1);
});

test('a missed limit fails, with its value', async (context) => {
  const k6 = k6Of(context);
  const address = await serve((response, count) => {
    response.setHeader('connection', 'close');
    setTimeout(() => rightPrice(response, count), 60);
  });
  // Long enough for every virtual user to connect again, however many a busy machine needs.
  const profile = shortProfile({ steps: [{ rate: 20, seconds: 8 }] });
  const { result } = await runTestLoad(k6, address, profile, {
    target: {
      load: { slo: { lines: { gap: { p95: 50, errorRate: 0.01, newConnections: 0.1 } } } },
    },
  });
  expect(result.verdict).toBe('FAIL');
  // A busy machine may leave iterations unfinished, which is a further reason.
  expect(result.reasons.slice(0, 2)).toEqual([
    expect.stringMatching(/^gap, p95 in ms: \d+, at most 50 allowed$/),
    expect.stringMatching(/^gap, new connections per request: 0\.\d+, at most 0\.1 allowed$/),
  ]);
  // The first connection of each virtual user is the generator's own.
  expect(result.notes).toEqual([
    expect.stringMatching(/^gap: not tested whether prices follow changes of the draft/),
    expect.stringMatching(/^gap: 0\.\d\d new connections per request/),
  ]);
});

test('429 and 503 count as errors of the service against its limit', async (context) => {
  const k6 = k6Of(context);
  const address = await serve((response, count) => {
    if (count < 5 || count % 2 === 0) rightPrice(response, count);
    else response.writeHead(count % 4 === 1 ? 503 : 429).end();
  });
  const { result } = await runTestLoad(k6, address, shortProfile(), {
    target: { load: { slo: { overall: { errorRate: 0.01 } } } },
  });
  expect(result.verdict).toBe('FAIL');
  expect(result.reasons[0]).toMatch(
    /^all lines, error rate: 0\.\d+ \((429|503): \d+, (429|503): \d+\), at most 0\.01 allowed$/,
  );
});

test('errors without a limit do not pass', async (context) => {
  const k6 = k6Of(context);
  const address = await serve((response, count) => {
    if (count < 5 || count % 2 === 0) rightPrice(response, count);
    else response.writeHead(503).end();
  });
  const { result } = await runTestLoad(k6, address, shortProfile());
  expect(result.verdict).toBe('INCONCLUSIVE');
  expect(result.reasons).toEqual(
    expect.arrayContaining([expect.stringMatching(/^gap: \d+ % of the price requests failed/)]),
  );
});

test('a suspended and resumed k6 ends INVALID, never FAIL', async (context) => {
  const k6 = k6Of(context);
  const started = Promise.withResolvers<number>();
  const ended = new AbortController();
  const profile = shortProfile({
    steps: [{ rate: 50, seconds: 4 }],
    validity: { lag: 10, dropped: 0.5, rate: 0.5, cpu: 1, throttled: true },
  });
  const load = runTestLoad(k6, await serve(), profile, {
    onStart: started.resolve,
    target: { load: { slo: { overall: { p95: 20 } } } },
  }).finally(() => ended.abort());
  await stopAndContinue(await started.promise, ended.signal);
  const { result } = await load;
  expect(result.verdict).toBe('INVALID');
  expect(result.reasons).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^schedule lag, p99: \d+ ms \(at most 10 ms\)$/),
    ]),
  );
});

test('a service with wrong answers in the third step fails at that step', async (context) => {
  const k6 = k6Of(context);
  // By counts, so that no machine is too slow: 120 price requests in the first two steps, and some of the third.
  let [seen, unloaded] = [0, Infinity];
  const address = await serve((response, count) => {
    seen = count;
    const nth = count - unloaded;
    (nth > 140 && nth <= 260 ? wrongPrice : rightPrice)(response, count);
  });
  const profile = shortProfile({
    steps: [20, 40, 100].map((rate) => ({ rate, seconds: 2 })),
    judgeEvery: 50,
  });
  const onStart = (): void => {
    unloaded = seen;
  };
  const { result } = await runTestLoad(k6, address, profile, { onStart });
  expect(result.verdict).toBe('FAIL');
  // Step 0: answers asked again after a load of which a slow machine sent less than planned.
  const inLoad = result.wrong.map(({ requirement, steps }) => ({
    requirement,
    steps: steps.filter((step) => step > 0),
  }));
  expect(inLoad).toEqual([{ requirement: 'STATUS-01', steps: [3] }]);
  expect(result.reasons.join('\n')).toContain('first in step 3');
});

test('a line without accepted price requests is inconclusive', async (context) => {
  const k6 = k6Of(context);
  const address = await serve((response) => response.writeHead(402).end());
  const { result } = await runTestLoad(k6, address, shortProfile());
  expect(result.verdict).toBe('INCONCLUSIVE');
  expect(result.reasons).toEqual([
    'gap: no price request was accepted (status 402), so there was nothing to measure',
  ]);
});

test('counts starts that find every virtual user busy, and still misses a limit', async (context) => {
  const k6 = k6Of(context);
  const address = await serve((response, count) =>
    // Slow during the load only, not before and after it.
    setTimeout(() => rightPrice(response, count), count > 60 && count <= 115 ? 4000 : 0),
  );
  const profile = shortProfile({
    steps: [{ rate: 60, seconds: 2 }],
    // Otherwise a slow machine, which answers late before the load as well, gets enough of them.
    users: 30,
    validity: { lag: 5000, dropped: 0.001, rate: 0.5, cpu: 1, throttled: true },
  });
  const { result } = await runTestLoad(k6, address, profile, {
    target: { load: { slo: { overall: { p90: 1000, max: 60_000, 'p97.5': 60_000 } } } },
  });
  const { dropped = 0, requests = 0, planned = 0 } = result.measured?.lines.gap ?? {};
  expect(dropped).toBeGreaterThan(10);
  // A busy machine may end the plateau before its last starts.
  expect(dropped + requests).toBeLessThanOrEqual(planned + 2);
  expect(result.facts).toContainEqual(
    expect.objectContaining({ name: 'gap: starts dropped', ok: false }),
  );
  expect(result.verdict).toBe('FAIL');
  expect(result.reasons).toEqual([
    expect.stringMatching(
      /^all lines, p90 in ms: \d{4,}, at most 1000 allowed; \d+ of \d+ starts were dropped/,
    ),
    expect.stringMatching(/^the p97\.5 limit of all lines needs 4,000 price requests: 67 s/),
  ]);
  expect(result.measured?.thresholds.map(({ open }) => open?.why)).toEqual([
    undefined,
    'few',
    'dropped',
  ]);
});
