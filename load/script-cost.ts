import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { k6Problems } from './k6-outcome.ts';
import { valueOf } from './k6-summary.ts';
import { SKETCH_STATISTICS } from './quantile-sketch.ts';
import { type K6Order, runK6 } from './run-k6.ts';

const LIMIT = 60;

/** A script to be measured. */
export interface Variant {
  readonly name: string;
  readonly script: 'bare' | 'load';
  readonly judgeEvery: number;
  readonly judges: number;
}

const FACTS = {
  identities: { owner: { auth: { scheme: 'none' } } },
  decisions: { lastModified: true, paymentStatusExists: false },
  features: { landlordLeads: false },
  sideEffects: { leads: 'allow', contracts: 'allow' },
} as const;

/** CPU seconds of all children that have ended (Linux counts them in hundredths). */
const childrenCpu = (): number => {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
};

const memoryOf = (pid: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
  } catch {
    return 0;
  }
};

/** What it cost. */
export interface Cost {
  readonly requests: number;
  /** Seconds. */
  readonly cpu: number;
  /** Bytes, at its highest. */
  readonly memory: number;
}

const scenarioOf = ({ script }: Variant, users: number, seconds: number) => ({
  executor: 'constant-vus',
  vus: users,
  duration: `${seconds}s`,
  exec: script === 'bare' ? 'post' : 'priceRequest',
  tags: { line: 'gap', phase: 'measure', step: '1' },
});

const WATCHED = {
  'http_req_duration{line:gap,phase:measure}': [],
  'http_req_failed{line:gap,phase:measure}': [],
};

const planOf = (variant: Variant, users: number, seconds: number): K6Order['plan'] => ({
  runId: 'bench',
  options: {
    scenarios: { 'gap-1': scenarioOf(variant, users, seconds) },
    thresholds: variant.script === 'bare' ? {} : WATCHED,
    summaryTrendStats: SKETCH_STATISTICS,
    systemTags: ['status', 'scenario'],
    maxRedirects: 0,
  },
  scenarios: { 'gap-1': { line: 'gap', phase: 'measure', step: 1, interval: 1, offset: 0 } },
  lines: {
    gap: {
      operation: 'gap.price-request',
      window: 20,
      expected: { status: 200, first: '{'.charCodeAt(0), lastModified: true },
    },
  },
  headers: {
    accept: 'application/json',
    'content-type': 'application/json',
    'service-api-version': '1.0',
  },
  facts: FACTS,
  deadline: 10_000,
  // As a run of 2,000 a second over ten minutes would have it.
  every: { judge: variant.judgeEvery, point: 400, lag: 10 },
  judges: variant.judges,
});

const rowsAt = (address: string): readonly string[] =>
  Array.from({ length: 100 }, (_, index) =>
    [
      `${address}/BE/motor/gap/drafts/5a3f8d0e-1111-4222-8333-4444555566${index}/price-requests`,
      '{"partnerReference":[{"key":"assay-load","value":"20261121-100701-load-1-',
      '"}]}',
    ].join('\n'),
  );

/** Runs a script with so many virtual users, one request after another, for so many seconds; only on Linux. Throws where k6 had a problem. */
export const costOf = async (
  k6: string,
  address: string,
  variant: Variant,
  users: number,
  seconds: number,
): Promise<Cost> => {
  let memory = 0;
  let timer: NodeJS.Timeout | undefined;
  const before = childrenCpu();
  const end = await runK6({
    k6,
    script: join(import.meta.dirname, 'scripts', `${variant.script}.ts`),
    seconds: LIMIT,
    rows: { gap: rowsAt(address) },
    credential: { headers: {}, query: '' },
    plan: planOf(variant, users, seconds),
    onStart: (pid) => (timer = setInterval(() => (memory = Math.max(memory, memoryOf(pid))), 20)),
  });
  clearInterval(timer);
  const [problem] = k6Problems(end, LIMIT);
  if (problem || !end.summary) throw new Error(problem?.text ?? 'no summary');
  return {
    requests: valueOf(end.summary, 'http_reqs', 'count'),
    cpu: childrenCpu() - before,
    memory,
  };
};
