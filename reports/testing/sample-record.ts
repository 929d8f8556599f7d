import type { CellVerdict } from '../../oracles/finding.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { RunRecord } from '../../store/run-record.ts';

// Records for tests in this folder. Used only by them.

/** A legal motor gap contract creation, answered with 303. */
export const exchange = (more: Partial<Exchange> = {}): Exchange => ({
  n: 1,
  at: '2026-11-21T12:00:00.000Z',
  operation: 'gap.contract-create',
  test: 'contract/gap/1',
  intent: 'legal',
  attempt: 1,
  request: {
    method: 'POST',
    url: 'http://127.0.0.1:8080/gap/BE/motor/gap/drafts/6f1c2b/to-contract',
    headers: { 'service-api-version': '1.0' },
    body: { encoding: 'utf8', text: '{"paymentTerm":"YEARLY"}' },
  },
  response: {
    status: 303,
    headers: { location: '/BE/motor/gap/contracts/91c0aa' },
    body: { encoding: 'utf8', text: '' },
  },
  timings: { headers: 3, total: 4 },
  ...more,
});

/** A fail of GAP-CONTRACT-02 with its repeat. */
export const cellVerdict = (more: Partial<CellVerdict> = {}): CellVerdict => ({
  cell: 'GAP-CONTRACT-02@gap.contract-create',
  requirement: 'GAP-CONTRACT-02',
  line: 'gap',
  operation: 'gap.contract-create',
  verdict: 'fail',
  wanted: 'a Location header on the 303',
  got: '303 without Location',
  exchanges: [1],
  test: 'contract/gap/1',
  seed: 1234,
  checks: 4,
  sightings: 2,
  ...more,
});

/** A target as a run records it; silences nothing. */
export const recordedTarget = {
  name: 'reference',
  base_url: 'http://127.0.0.1:8080',
  schemes: { owner: 'bearer', other: 'bearer', withoutRights: 'bearer' },
  decisions: { lastModified: true, paymentStatusExists: true, othersMay: 'nothing' },
  features: { landlordLeads: true },
  sideEffects: { leads: 'allow', contracts: 'allow' },
  whiteLabels: ['only'],
} as const satisfies RunRecord['target'];

/** Record of a passed run. */
export const runRecord = (more: Partial<RunRecord> = {}): RunRecord => ({
  state: 'finished',
  command: 'certify',
  assay: '0.1.0',
  node: 'v24.21.0',
  k6: null,
  startedAt: '2026-11-21T12:00:00.000Z',
  endedAt: '2026-11-21T12:00:03.200Z',
  duration: 3200,
  seed: 42,
  today: '2026-11-21',
  lines: ['jobloss', 'travel', 'landlord', 'gap'],
  probes: { count: 120, hash: '3f9a1c20' },
  selection: { requirements: null, operations: null },
  runs: { jobloss: 10, travel: 10, landlord: 10, gap: 10 },
  thorough: true,
  targetFile: '/home/me/staging.yaml',
  embedded: null,
  target: recordedTarget,
  stopped: null,
  waivers: [],
  exitCode: 0,
  verdicts: {
    'not-applicable': 4,
    observed: 2,
    pass: 90,
    inconclusive: 0,
    waived: 0,
    fail: 0,
    error: 0,
  },
  operations: {
    'gap.draft-create': { requests: 10, successes: 10, failed: 0 },
    'gap.contract-create': { requests: 10, successes: 10, failed: 0 },
  },
  totals: { operations: 2, reached: 2, cells: 96, requests: 20, successes: 20 },
  ...more,
});
