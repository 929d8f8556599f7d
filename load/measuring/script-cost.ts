import { setTimeout as sleep } from 'node:timers/promises';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { k6Problems } from '../k6/k6-outcome.ts';
import { valueOf } from '../k6/k6-summary.ts';
import { latencyMetrics } from '../measures.ts';
import { SCENARIO } from '../plan.ts';
import { SKETCH_STATISTICS } from './quantile-sketch.ts';
import { type K6Order, runK6 } from '../k6/run-k6.ts';
import { numberAt, readKernelFile } from './machine-load.ts';
import { STUB_EXPECTED, STUB_UNLOADED } from './stub.ts';

const LIMIT = 300;

/** A script variant to be measured. */
export interface Variant {
  readonly name: string;
  readonly script: 'bare' | 'load';
  readonly judgeEvery: number;
}

/** Executor options of a script. */
export type ExecutorOptions = Readonly<Record<string, string | number>>;

const WATCHED = {
  [latencyMetrics({ line: 'jobloss', phase: 'measure' }).all]: [],
  'http_req_failed{line:jobloss,phase:measure}': [],
};

const HEADERS = {
  accept: 'application/json',
  'content-type': 'application/json',
  'service-api-version': '1.0',
};

const planOf = (variant: Variant, pace: ExecutorOptions): K6Order['plan'] => ({
  runId: 'bench',
  instances: 1,
  options: {
    scenarios: {
      'jobloss-1': {
        ...pace,
        exec: variant.script === 'bare' ? 'post' : 'priceRequest',
        env: { [SCENARIO]: 'jobloss-1' },
        tags: { line: 'jobloss', phase: 'measure', step: '1' },
      },
    },
    thresholds: variant.script === 'bare' ? {} : WATCHED,
    summaryTrendStats: SKETCH_STATISTICS,
    systemTags: ['scenario', 'expected_response'],
    maxRedirects: 0,
  },
  scenarios: {
    'jobloss-1': {
      line: 'jobloss',
      phase: 'measure',
      step: 1,
      start: 0,
      interval: 1,
      judgeEvery: variant.judgeEvery,
      lastTurns: 3_600_000,
    },
  },
  lines: {
    jobloss: {
      operation: 'jobloss.price-request',
      window: 20,
      expected: STUB_EXPECTED,
    },
  },
  headers: HEADERS,
  envelopes: {},
  deadline: 10_000,
  // As in a run of 2,000 per second over ten minutes.
  every: { point: 400, start: 60, answer: 24 },
});

const HEAD = '{"partnerReference":[{"key":"assay-load","value":"20261121-100701-load-1-';
const TAIL = '"}]}';

const urlAt = (address: string, index: number): string =>
  `${address}/BE/jobloss/drafts/5a3f8d0e-1111-4222-8333-4444555566${index}/price-requests`;

/** The call that the bare script repeats, for other programs to send as well. */
export const bareCall = (address: string) => ({
  url: urlAt(address, 0),
  method: 'POST',
  headers: HEADERS,
  body: `${HEAD}1${TAIL}`,
});

const rowsAt = (address: string): readonly string[] =>
  Array.from({ length: 100 }, (_, index) =>
    [urlAt(address, index), JSON.stringify(STUB_UNLOADED), HEAD, TAIL].join('\n'),
  );

/** CPU seconds of all threads of a process; 0 if it has ended. */
const cpuOf = (pid: number): number => {
  try {
    const folder = `/proc/${pid}/task`;
    return readdirSync(folder)
      .map((id) => (numberAt(readKernelFile(join(folder, id, 'schedstat')), 0) ?? 0) / 1e9)
      .reduce((sum, each) => sum + each, 0);
  } catch {
    return 0;
  }
};

const memoryOf = (pid: number): number =>
  (numberAt(readKernelFile(`/proc/${pid}/statm`), 1) ?? 0) * 4096;

/**
 * Starts a script; only on Linux. Reports its CPU seconds so far, its peak memory, and finally the number of its
 * requests. Rejects if k6 cannot be started or had a problem.
 */
const startScript = async (
  k6: string,
  address: string,
  variant: Variant,
  pace: ExecutorOptions,
) => {
  const started = Promise.withResolvers<number>();
  const end = runK6({
    k6,
    script: join(import.meta.dirname, '..', 'scripts', `${variant.script}.ts`),
    ...(variant.script === 'bare' && { bare: true }),
    seconds: LIMIT,
    rows: { jobloss: rowsAt(address) },
    credential: { headers: {}, query: '' },
    plan: planOf(variant, pace),
    onStart: started.resolve,
  });
  end.catch(started.reject);
  const pid = await started.promise;
  let cpu = 0;
  let memory = 0;
  const look = (): number => {
    memory = Math.max(memory, memoryOf(pid));
    cpu = Math.max(cpu, cpuOf(pid));
    return cpu;
  };
  const timer = setInterval(look, 20);
  const requests = end
    .finally(() => clearInterval(timer))
    .then((ended) => {
      const [problem] = k6Problems(ended, LIMIT);
      if (problem || !ended.summary) throw new Error(problem?.text ?? 'no summary');
      return valueOf(ended.summary, 'http_reqs', 'count');
    });
  // The rejection is handled by the caller, possibly later.
  requests.catch(() => undefined);
  return { pid, cpu: look, memory: () => memory, requests };
};

/** Duration of a time slice in milliseconds. */
const TURN = 50;
/** Seconds within which every k6 is up. */
const START = 4;

/** Number of requests of a program in a period, and its CPU seconds. */
export interface SendCost {
  readonly requests: number;
  readonly seconds: number;
  readonly cpu: number;
}

/** Measures a script that runs alone, without the CPU time of its start. */
export const measureAlone = async (
  k6: string,
  address: string,
  variant: Variant,
  users: number,
  seconds: number,
): Promise<SendCost> => {
  const executor = 'constant-vus';
  const times = { startTime: `${START}s`, duration: `${seconds}s` };
  const running = await startScript(k6, address, variant, { executor, vus: users, ...times });
  await Promise.race([sleep((START - 1) * 1000), running.requests]);
  const before = running.cpu();
  const requests = await running.requests;
  return { requests, seconds, cpu: running.cpu() - before };
};

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch {
    // It has just ended.
  }
};

/**
 * CPU seconds per request of several scripts, without their start. They run in time slices of some milliseconds, with
 * all others suspended, so that any other work on the machine affects all of them alike.
 */
export const compareCosts = async (
  k6: string,
  address: string,
  variants: readonly Variant[],
  users: number,
  seconds: number,
): Promise<readonly number[]> => {
  const pace: ExecutorOptions = {
    executor: 'constant-vus',
    vus: users,
    startTime: `${START}s`,
    duration: `${seconds}s`,
  };
  const running: Awaited<ReturnType<typeof startScript>>[] = [];
  for (const variant of variants) running.push(await startScript(k6, address, variant, pace));
  const requests = Promise.all(running.map((each) => each.requests));
  const broken = new AbortController();
  requests.catch(() => broken.abort());
  await sleep((START - 1) * 1000);
  const before = running.map(({ cpu }) => cpu());
  const after = [...before];
  const end = performance.now() + (seconds + 2) * 1000;
  for (const { pid } of running) signal(pid, 'SIGSTOP');
  for (let turn = 0; performance.now() < end; turn = (turn + 1) % running.length) {
    if (broken.signal.aborted) break;
    const { pid, cpu } = running[turn] as (typeof running)[number];
    signal(pid, 'SIGCONT');
    await sleep(TURN);
    after[turn] = cpu();
    signal(pid, 'SIGSTOP');
  }
  for (const { pid } of running) signal(pid, 'SIGCONT');
  return (await requests).map(
    (count, index) => ((after[index] ?? 0) - (before[index] ?? 0)) / count,
  );
};

/**
 * Cost of one more virtual user, in milliseconds of CPU for its start and in megabytes, from two runs that send the
 * same requests with few and with many of them.
 */
export const costOfUsers = async (k6: string, address: string, variant: Variant, users: number) => {
  const few = 10;
  const run = async (count: number) => {
    const executor = 'constant-arrival-rate';
    const pace: ExecutorOptions = { executor, rate: 200, duration: '3s', preAllocatedVUs: count };
    const running = await startScript(k6, address, variant, pace);
    await running.requests;
    return running;
  };
  const small = await run(few);
  const large = await run(few + users);
  return {
    init: ((large.cpu() - small.cpu()) / users) * 1000,
    memory: (large.memory() - small.memory()) / users / 1_000_000,
  };
};
