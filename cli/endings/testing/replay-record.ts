// What the rows about replays find: the folder of a run.

/** A gate of the embedded service on jobloss, as its run.json says it. */
export const RECORD = {
  state: 'finished',
  command: 'gate',
  assay: '0.1.0',
  node: 'v24.21.0',
  k6: null,
  startedAt: '2026-11-21T12:00:00.000Z',
  endedAt: '2026-11-21T12:00:03.200Z',
  duration: 3200,
  seed: 5,
  today: '2026-11-21',
  lines: ['jobloss'],
  probes: { count: 120, hash: '3f9a1c20' },
  selection: { requirements: null, operations: null },
  runs: { jobloss: 1 },
  thorough: false,
  targetFile: null,
  embedded: { dialect: null, faults: [] },
  target: { name: 'reference service (plain)', base_url: 'http://127.0.0.1:1' },
  stopped: null,
  waivers: [],
  exitCode: 0,
  verdicts: {
    'not-applicable': 0,
    observed: 0,
    pass: 1,
    inconclusive: 0,
    waived: 0,
    fail: 0,
    error: 0,
  },
  operations: {},
  totals: { operations: 1, reached: 1, cells: 1, requests: 1, successes: 1 },
};

/** The text of a run.json. */
export const recordText = (more: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ ...RECORD, ...more });

/** The files of a run; what it found is one finding per line. */
export const runFiles = (
  folder: string,
  more: Readonly<Record<string, unknown>> = {},
  findings = '',
): Readonly<Record<string, string>> => ({
  [`${folder}/run.json`]: recordText(more),
  [`${folder}/findings.jsonl`]: findings,
});

/** A line of findings.jsonl. */
export const finding = (more: Readonly<Record<string, unknown>>): string =>
  `${JSON.stringify({
    requirement: 'VERSION-01',
    operation: 'jobloss.draft-get',
    verdict: 'fail',
    wanted: 'a refusal',
    got: 'status 200',
    exchanges: [1],
    test: 'protocol/jobloss.draft-get/version-missing',
    attempt: 1,
    seed: 5,
    ...more,
  })}\n`;

/** Names of runs: the older one. */
export const GATE_5 = '20261121-120000-gate-5';
/** The newer one. */
export const GATE_7 = '20261121-130000-gate-7';
