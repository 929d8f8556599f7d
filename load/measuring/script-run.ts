import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { k6Problems } from '../k6/k6-outcome.ts';
import { valueOf } from '../k6/k6-summary.ts';
import { latencyMetrics } from '../measures.ts';
import { SCENARIO } from '../plan.ts';
import { SKETCH_STATISTICS } from './quantile-sketch.ts';
import { type K6Order, runK6 } from '../k6/run-k6.ts';
import { STUB_EXPECTED, STUB_REST } from './stub.ts';

const LIMIT = 300;

/** A script to be measured. */
export interface Variant {
  readonly name: string;
  readonly script: 'bare' | 'load';
  readonly judgeEvery: number;
}

/** How k6 runs a script: its executor, and when it begins and what it does. */
export type Pace = Readonly<Record<string, string | number>>;

const WATCHED = {
  [latencyMetrics({ line: 'jobloss', phase: 'measure' }).all]: [],
  'http_req_failed{line:jobloss,phase:measure}': [],
};

const HEADERS = {
  accept: 'application/json',
  'content-type': 'application/json',
  'service-api-version': '1.0',
};

const planOf = (variant: Variant, pace: Pace): K6Order['plan'] => ({
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
  deadline: 10_000,
  // As a run of 2,000 a second over ten minutes would have it.
  every: { point: 400, start: 40, id: 12 },
});

const HEAD = '{"partnerReference":[{"key":"assay-load","value":"20261121-100701-load-1-';
const TAIL = '"}]}';

const urlAt = (address: string, index: number): string =>
  `${address}/BE/jobloss/drafts/5a3f8d0e-1111-4222-8333-4444555566${index}/price-requests`;

/** The one call that the bare script sends again and again, for other programs to send as well. */
export const bareCall = (address: string) => ({
  url: urlAt(address, 0),
  method: 'POST',
  headers: HEADERS,
  body: `${HEAD}1${TAIL}`,
});

const rowsAt = (address: string): readonly string[] =>
  Array.from({ length: 100 }, (_, index) =>
    [urlAt(address, index), JSON.stringify(STUB_REST), HEAD, TAIL].join('\n'),
  );

/** CPU seconds that all threads of a process have had; 0 where it has ended. */
const cpuOf = (pid: number): number => {
  try {
    const folder = `/proc/${pid}/task`;
    return readdirSync(folder)
      .map((id) => Number(readFileSync(join(folder, id, 'schedstat'), 'utf8').split(' ')[0]) / 1e9)
      .reduce((sum, each) => sum + each, 0);
  } catch {
    return 0;
  }
};

const memoryOf = (pid: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
  } catch {
    return 0;
  }
};

/** A k6 that is running a script. */
export interface RunningScript {
  readonly pid: number;
  /** CPU seconds so far. */
  readonly cpu: () => number;
  /** Bytes, at its highest so far. */
  readonly memory: () => number;
  /** Resolves to the number of requests. Rejects where k6 had a problem. */
  readonly requests: Promise<number>;
}

/** Starts a script; only on Linux. Rejects where k6 cannot be started. */
export const startScript = async (
  k6: string,
  address: string,
  variant: Variant,
  pace: Pace,
): Promise<RunningScript> => {
  const started = Promise.withResolvers<number>();
  const end = runK6({
    k6,
    script: join(import.meta.dirname, '..', 'scripts', `${variant.script}.ts`),
    ...(variant.script === 'bare' ? { bare: true } : {}),
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
  // Whoever waits for it hears of it, which may be later.
  requests.catch(() => undefined);
  return { pid, cpu: look, memory: () => memory, requests };
};
