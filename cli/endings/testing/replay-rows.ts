import type { Ending } from './ending.ts';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

// Rows about replays of the run in a folder.

/** run.json of a gate of the embedded service on jobloss. */
const RECORD = {
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

const recordText = (more: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ ...RECORD, ...more });

/** Files of a run; findings are one per line. */
const runFiles = (
  folder: string,
  more: Readonly<Record<string, unknown>> = {},
  findings = '',
): Readonly<Record<string, string>> => ({
  [`${folder}/run.json`]: recordText(more),
  [`${folder}/findings.jsonl`]: findings,
});

/** One line of findings.jsonl. */
const finding = (more: Readonly<Record<string, unknown>>): string =>
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

/** Name of the older run. */
const GATE_5 = '20261121-120000-gate-5';
/** Name of the newer run. */
const GATE_7 = '20261121-130000-gate-7';

const verdict = (requirement: string, value: string): string =>
  `${JSON.stringify({ cell: `${requirement}@jobloss.draft-get`, requirement, verdict: value })}\n`;

/** Selection of the run, with and without --run. */
const WHICH_RUN: readonly Ending[] = [
  {
    what: 'a replay where there is no run',
    args: ['replay', 'VERSION-01', '--seed', '5'],
    code: 2,
    prints:
      /no run of gate or certify below \S+ with the seed 5 that judged VERSION-01; start one: assay gate --requirement VERSION-01 --seed 5$/m,
  },
  {
    what: 'a replay of a seed that no run had',
    args: ['replay', 'VERSION-01', '--seed', '6', '--out', 'runs'],
    files: { ...runFiles(`runs/${GATE_5}`), ...runFiles(`runs/${GATE_7}`, { seed: 7 }) },
    code: 2,
    prints:
      /with the seed 6 that judged VERSION-01; there are 2 others, such as\n {2}runs\/\S+-gate-7: seed 7[^]*-gate-5: seed 5, the line jobloss, the embedded service\nname one with --run/,
  },
  {
    what: 'a replay of a requirement that no run judged',
    args: ['replay', 'TRAVEL-CAR-02', '--out', 'runs'],
    files: runFiles(`runs/${GATE_5}`),
    code: 2,
    prints: /that judged TRAVEL-CAR-02; there is\n {2}\S+: seed 5, the line jobloss/,
  },
  {
    what: 'a replay where every run was of another service than the environment names',
    args: ['replay', 'VERSION-01', '--out', 'runs'],
    files: runFiles(`runs/${GATE_5}`),
    environment: { ASSAY_BASE_URL: 'https://me:hunter2@staging.invalid/' },
    never: /hunter2/,
    code: 2,
    prints:
      /that judged VERSION-01 at https:\/\/staging\.invalid \(ASSAY_BASE_URL\); there is\n[^]*the embedded service/,
  },
  {
    what: 'a replay of the newest run in which the requirement failed, not of the newest',
    args: ['replay', 'VERSION-01', '--out', 'runs'],
    files: {
      ...runFiles(`runs/${GATE_5}`, {}, finding({})),
      [`runs/${GATE_5}/verdicts.jsonl`]: verdict('VERSION-01', 'fail'),
      ...runFiles(`runs/${GATE_7}`, { seed: 7 }),
      [`runs/${GATE_7}/verdicts.jsonl`]: verdict('VERSION-01', 'pass'),
    },
    code: 0,
    prints:
      /replays runs\/\S+-gate-5 .*in which VERSION-01 failed or was not judged[^]*conformant[^:]*: .*seed 5/,
  },
  {
    what: 'a replay by seed of a run that is not the newest',
    args: ['replay', 'VERSION-01', '--seed', '5', '--out', 'runs'],
    files: { ...runFiles(`runs/${GATE_5}`), ...runFiles(`runs/${GATE_7}`, { seed: 7 }) },
    code: 0,
    prints:
      /replays runs\/\S+-gate-5 .*the newest run below \S+ with the seed 5 that judged VERSION-01[^]*conformant[^:]*: .*seed 5/,
  },
  {
    what: 'a replay of a run by its name',
    args: ['replay', 'VERSION-01', '--run', GATE_5, '--out', 'runs'],
    files: runFiles(`runs/${GATE_5}`),
    code: 0,
    prints: /replays runs\/\S+-gate-5 \(gate, data of 2026-11-21\)\n[^]*conformant[^:]*: /,
  },
  {
    what: 'a replay with another seed than the run had',
    args: ['replay', 'VERSION-01', '--seed', '6', '--run', 'run'],
    files: runFiles('run'),
    code: 2,
    prints:
      /--seed 6: the run \S+ had the seed 5, .*omit --seed, or .*assay gate --requirement VERSION-01 --seed 6$/m,
  },
  {
    what: 'a replay of a requirement that the run left out',
    args: ['replay', 'TRAVEL-CAR-02', '--run', 'run'],
    files: runFiles('run'),
    code: 2,
    prints: /did not judge TRAVEL-CAR-02: it was about the line jobloss; name another run/,
  },
  {
    what: 'a replay of a requirement that was not selected for the run',
    args: ['replay', 'VERSION-01', '--run', 'run'],
    files: runFiles('run', { selection: { requirements: ['ID-*'], operations: null } }),
    code: 2,
    prints: /did not judge VERSION-01: it was about the line jobloss, limited to ID-\*/,
  },
  {
    what: 'a replay of a requirement with a typo',
    args: ['replay', 'VERSOIN-01', '--run', 'run'],
    files: runFiles('run'),
    code: 2,
    prints: /there is no requirement VERSOIN-01; did you mean VERSION-01\?/,
  },
  {
    what: 'a replay of a requirement that nobody can judge',
    args: ['replay', 'STATE-01'],
    code: 2,
    prints: /STATE-01 cannot be observed: /,
  },
];

const foreign = (what: string, file: string, content: string, prints: RegExp): Ending => ({
  what: `a replay of ${what}`,
  args: ['replay', 'VERSION-01', '--run', 'run'],
  files: { [`run/${file}`]: content },
  code: 2,
  prints,
});

/** Rows in which --run does not name a run of gate or certify. */
const NO_RUN: readonly Ending[] = [
  {
    what: 'a replay of a run that is not there',
    args: ['replay', 'VERSION-01', '--run', 'nowhere'],
    code: 2,
    prints: /--run: there is no run nowhere, neither at \S+ nor below \S+; there is none/,
  },
  {
    what: 'a replay of a folder that is not there',
    args: ['replay', 'VERSION-01', '--run', 'runs/nowhere', '--out', 'runs'],
    files: runFiles(`runs/${GATE_5}`),
    code: 2,
    prints:
      /--run: there is no \/\S+\/runs\/nowhere; name a run below \S+\/runs \(the newest there: \S+-gate-5\)/,
  },
  {
    what: 'a replay of a run whose name has a typo',
    args: ['replay', 'VERSION-01', '--run', '20261121-120000-gat-5', '--out', 'runs'],
    files: runFiles(`runs/${GATE_5}`),
    code: 2,
    prints: /--run: there is no run \S+-gat-5, .*did you mean 20261121-120000-gate-5\?/,
  },
  {
    what: 'a replay of a run without a name',
    args: ['replay', 'VERSION-01', '--run', ''],
    code: 2,
    prints: /Expected a folder or the name of a run/,
  },
  {
    what: 'a replay of the run.json of a run',
    args: ['replay', 'VERSION-01', '--run', 'run/run.json'],
    files: runFiles('run'),
    code: 2,
    prints: /expected the folder of a run, got the file \S+run\.json; name its folder, \S+\/run$/m,
  },
  {
    what: 'a replay of some file',
    args: ['replay', 'VERSION-01', '--run', 'notes.txt'],
    files: { 'notes.txt': 'x' },
    code: 2,
    prints: /expected the folder of a run, got the file \S+notes\.txt; name the folder of a run/,
  },
  {
    what: 'a replay of an empty folder',
    args: ['replay', 'VERSION-01', '--run', 'empty'],
    before: (folder) => mkdirSync(join(folder, 'empty')),
    leaves: ['empty'],
    code: 2,
    prints: /\/empty is empty; name the folder of a run of gate or certify/,
  },
  {
    what: 'a replay of the folder that holds the runs',
    args: ['replay', 'VERSION-01', '--run', 'runs'],
    files: runFiles(`runs/${GATE_5}`),
    code: 2,
    prints: /\/runs is a folder of runs, not a run; name one of them, such as \S+-gate-5/,
  },
  foreign(
    'a folder of another tool',
    'package.json',
    '{}',
    /is not the folder of a run \(it contains no/,
  ),
  foreign(
    'a load run',
    'load.json',
    '{}',
    /\/run is the folder of a load run, which has no verdicts/,
  ),
  foreign('a load run with a record', 'run.json', '{"command":"load"}', /is a run of assay load/),
  foreign('an exam', 'kill-matrix.json', '{}', /\/run is the folder of an exam/),
  foreign('a run that never wrote its record', 'exchanges.jsonl', '', /without run\.json/),
];

/** A valid run with one file replaced. */
const damaged = (
  what: string,
  file: string,
  content: string,
  prints: RegExp,
  args: readonly string[] = [],
): Ending => ({
  what: `a replay of ${what}`,
  args: ['replay', 'VERSION-01', '--run', 'run', ...args],
  files: { ...runFiles('run'), [`run/${file}`]: content },
  code: 2,
  prints,
});

/** Runs with damaged files. */
const DAMAGED: readonly Ending[] = [
  damaged(
    'a run whose record was cut off',
    'run.json',
    recordText().slice(0, 200),
    /run\.json cannot be read: it is truncated/,
  ),
  damaged(
    'a run whose record is empty',
    'run.json',
    '',
    /run\.json cannot be read: it is truncated/,
  ),
  damaged(
    'a run whose record is a list',
    'run.json',
    '[1]',
    /run\.json is not the record of a run/,
  ),
  damaged(
    'a run whose record lacks its seed',
    'run.json',
    recordText({ seed: undefined }),
    /run\.json is not the record of a run \(seed is missing\)/,
  ),
  damaged(
    'a run of a newer version',
    'run.json',
    JSON.stringify({ command: 'gate', assay: '9.0.0', plan: {} }),
    /was written by Assay 9\.0\.0, which this version \(\d\S+\) cannot read/,
  ),
  {
    what: 'a replay of a run without its findings',
    args: ['replay', 'VERSION-01', '--run', 'run'],
    files: { 'run/run.json': recordText() },
    code: 2,
    prints: /findings\.jsonl is missing, .*copy the whole folder/,
  },
  damaged(
    'a run with a damaged finding',
    'findings.jsonl',
    `{"requi\n${finding({})}`,
    /findings\.jsonl cannot be read: .*line 1/,
  ),
  damaged(
    'a run with the findings of another tool',
    'findings.jsonl',
    `${finding({})}{"severity":"high"}\n`,
    /findings\.jsonl cannot be read: entry 2 is not a finding of Assay/,
  ),
  damaged('a run with null for a finding', 'findings.jsonl', 'null\n', /entry 1 is not a finding/),
  {
    what: 'a replay of a run that was killed, with a torn last finding',
    args: ['replay', 'VERSION-01', '--run', 'run'],
    files: {
      'run/run.json': JSON.stringify({
        state: 'running',
        process: { pid: 1, host: 'a-machine-that-is-gone' },
        command: RECORD.command,
        assay: RECORD.assay,
        node: RECORD.node,
        k6: null,
        startedAt: RECORD.startedAt,
        seed: RECORD.seed,
        today: RECORD.today,
        lines: RECORD.lines,
        selection: RECORD.selection,
        runs: RECORD.runs,
        thorough: RECORD.thorough,
        targetFile: null,
        embedded: RECORD.embedded,
        target: RECORD.target,
        waivers: [],
      }),
      'run/findings.jsonl': `${finding({})}{"requirement":"VERSION-01","oper`,
    },
    code: 0,
    prints: /replays \S*\brun \(gate, not finished, data of [^]*conformant[^:]*: /,
  },
];

/** A run of a service at the row's stand-in, described by a target file. */
const ofFile = (file: string): Readonly<Record<string, unknown>> => ({
  embedded: null,
  targetFile: file,
  target: { name: 't', base_url: '{base}', mailDomain: 'example.com' },
});

const NOBODY = 'identities: { owner: { auth: { scheme: none } } }\n';

/** The run's service has changed, or is not the one that the caller names. */
const SERVICES: readonly Ending[] = [
  {
    what: 'a replay of a run of a target file, which the caller does not name',
    args: ['replay', 'VERSION-01', '--run', 'run'],
    files: {
      ...runFiles('run', ofFile('{folder}/t.yaml')),
      't.yaml': `base_url: {base}\n${NOBODY}`,
    },
    server: 'plain',
    code: 2,
    prints:
      /the run \S+ was of http:\/\/127\.0\.0\.1:\d+, described by \S+t\.yaml; name that service yourself, .*: add --target FILE\. The folder of a run may come from anyone/,
  },
  {
    what: 'a replay of a run of an address, which the caller does not name',
    args: ['replay', 'VERSION-01', '--run', 'run'],
    files: runFiles('run', { embedded: null, target: { name: 't', base_url: '{base}' } }),
    server: 'plain',
    code: 2,
    prints: /the run \S+ was of http:\S+; name that service yourself, .*: add --base-url URL/,
  },
  {
    what: 'a replay of a run whose target file is named, and gone',
    args: ['replay', 'VERSION-01', '--run', 'run', '--target', 'gone.yaml'],
    files: runFiles('run', ofFile('{folder}/gone.yaml')),
    code: 2,
    prints: /gone\.yaml/,
  },
  {
    what: 'a replay of a run whose target file was changed',
    args: ['replay', 'VERSION-01', '--run', 'run', '--target', 't.yaml'],
    files: {
      ...runFiles('run', ofFile('{folder}/t.yaml')),
      't.yaml': `base_url: {base}\nmailDomain: other.example\n${NOBODY}`,
    },
    server: 'plain',
    code: 2,
    prints:
      /the target that you name is not the one of the run \S+ \(mailDomain\): .*described now: assay gate --target t\.yaml --requirement VERSION-01 --seed 5$/m,
  },
  {
    what: 'a replay of a run whose target file became wrong',
    args: ['replay', 'VERSION-01', '--run', 'run', '--target', 't.yaml'],
    files: { ...runFiles('run', ofFile('{folder}/t.yaml')), 't.yaml': 'base_ulr: http://x\n' },
    server: 'plain',
    code: 2,
    prints: /base_ulr/,
  },
  {
    what: 'a replay of a run of an embedded service with a fault that nobody knows',
    args: ['replay', 'VERSION-01', '--run', 'run'],
    files: runFiles('run', { embedded: { dialect: null, faults: ['nope'] } }),
    code: 2,
    prints: /nope/,
  },
  {
    what: 'a replay of a run of the embedded service on another',
    args: ['replay', 'VERSION-01', '--run', 'run', '--base-url', '{dead}'],
    files: runFiles('run'),
    code: 2,
    prints: /was of the embedded service, and --base-url http:\S+ names http:\S+; omit that/,
  },
  {
    what: 'a replay of a run whose service does not listen any more',
    args: ['replay', 'VERSION-01', '--run', 'run', '--base-url', '{dead}'],
    files: runFiles('run', { embedded: null, target: { name: 't', base_url: '{dead}' } }),
    environment: { ASSAY_TOKEN: 'a-token-for-nobody' },
    code: 2,
    prints: /replays [^]*no connection can be established/,
  },
  {
    what: 'a replay of a run of the address that the environment names',
    args: ['replay', 'VERSION-01', '--out', 'runs'],
    files: runFiles('runs/20261121-120000-gate-5', {
      embedded: null,
      target: { name: 't', base_url: '{dead}' },
    }),
    environment: { ASSAY_TOKEN: 'a-token-for-nobody', ASSAY_BASE_URL: '{dead}' },
    code: 2,
    prints: /replays [^]*no connection can be established/,
  },
  {
    what: 'a replay of a run that does not say where its service was',
    args: ['replay', 'VERSION-01', '--run', 'run'],
    files: runFiles('run', { embedded: null, target: { name: 't' } }),
    code: 2,
    prints: /run\.json has no address of the service \(target\.base_url\)/,
  },
  {
    what: 'a replay of a run that went elsewhere than the environment names',
    args: ['replay', 'VERSION-01', '--run', 'run'],
    files: runFiles('run'),
    environment: { ASSAY_BASE_URL: 'https://staging.invalid' },
    code: 0,
    prints:
      /it was of the embedded service, and so is the replay, whatever ASSAY_BASE_URL says \(https:\/\/staging\.invalid\)/,
  },
];

/** Path to a price request, after an update, after the terms were fetched. */
const BROKEN = 'jobloss/0/0:16:17:16:12:8:7:6';
const DRAFT_PATH = 'jobloss.draft-create/1/0/JOBLOSS-FIELD-language-enum/de';
const LANGUAGE = {
  requirement: 'JOBLOSS-FIELD-language-enum',
  operation: 'jobloss.draft-create',
  test: 'fields/jobloss.draft-create/JOBLOSS-FIELD-language-enum/de/1',
  path: DRAFT_PATH,
};
const replayPath = (id: string, path: string): Ending['args'] => [
  'replay',
  id,
  '--path',
  path,
  '--run',
  'run',
];

/** Small cases, and invalid paths. */
const PATHS: readonly Ending[] = [
  {
    what: 'a replay of a path that is none',
    args: replayPath('LEGAL-01', 'nonsense'),
    files: runFiles('run'),
    code: 2,
    prints: /expected a path from the replay line of a failure.*got nonsense; copy the line/,
  },
  {
    what: 'a replay of a path of another line',
    args: replayPath('LEGAL-01', 'gap/0/0:1'),
    files: runFiles('run'),
    code: 2,
    prints: /gap\/0\/0:1 is of the line gap, but the run was on jobloss; name its run/,
  },
  {
    what: 'a replay of a path of another requirement',
    args: replayPath('LEGAL-01', DRAFT_PATH),
    files: runFiles('run', {}, finding(LANGUAGE)),
    code: 2,
    prints: /does not belong to LEGAL-01; copy the replay line/,
  },
  {
    what: 'a replay of a path that the run does not tell',
    args: replayPath(LANGUAGE.requirement, DRAFT_PATH),
    files: runFiles('run', {}, finding({})),
    code: 2,
    prints: /--path: the run \S+ has no record of jobloss\.draft-create\S+; copy the replay line/,
  },
  {
    what: 'a replay of a path that no run tells',
    args: ['replay', LANGUAGE.requirement, '--path', DRAFT_PATH, '--out', 'runs'],
    files: runFiles(`runs/${GATE_5}`),
    code: 2,
    prints:
      /that judged JOBLOSS-FIELD-language-enum and reported jobloss\.draft-create\S+; there is/,
  },
  {
    what: 'a replay of a path that leads out of its sequence',
    args: replayPath('LEGAL-01', 'jobloss/1/0:9999:1'),
    files: runFiles(
      'run',
      {},
      finding({ requirement: 'LEGAL-01', path: 'jobloss/1/0:9999:1', test: 'sequence/jobloss/1' }),
    ),
    code: 2,
    prints: /jobloss\/1\/0:9999:1, which leads nowhere/,
  },
  {
    what: 'a replay of a small draft that is refused by now',
    args: replayPath(LANGUAGE.requirement, DRAFT_PATH),
    files: runFiles('run', {}, finding(LANGUAGE)),
    code: 0,
    prints: /^conformant[^:]*: 1 of 1 operation reached, 0 failed, seed 5/m,
    never: /hole|\b0 of \d+ operation/,
  },
  {
    what: 'a replay of a small draft that is still accepted',
    args: replayPath(LANGUAGE.requirement, DRAFT_PATH),
    files: runFiles(
      'run',
      { embedded: { dialect: null, faults: ['jobloss-created-in-any-language-with-a-job'] } },
      finding(LANGUAGE),
    ),
    code: 1,
    prints: /^non-conformant: 1 of 1 operation reached, 1 failed, seed 5/m,
    never: /hole|\b0 of \d+ operation/,
  },
  {
    what: 'a replay of a small sequence that goes through by now',
    args: replayPath('DRAFT-03', 'landlord/1/0:13:13:14:12:8:6'),
    files: runFiles(
      'run',
      { lines: ['landlord'], runs: { landlord: 5 }, seed: 7 },
      finding({
        requirement: 'DRAFT-03',
        operation: 'landlord.draft-get',
        test: 'sequence/landlord/1',
        path: 'landlord/1/0:13:13:14:12:8:6',
      }),
    ),
    code: 0,
    prints: /^conformant[^:]*: 1 of 1 operation reached, 0 failed, seed 7/m,
    never: /hole|\b0 of \d+ operation/,
  },
  {
    what: 'a replay of a small sequence that fails still',
    args: replayPath('ERROR-01', BROKEN),
    files: runFiles(
      'run',
      {
        seed: 3,
        thorough: true,
        embedded: { dialect: null, faults: ['jobloss-price-breaks-down-after-terms-and-update'] },
      },
      finding({ requirement: 'ERROR-01', operation: 'jobloss.price-request', path: BROKEN }),
    ),
    code: 1,
    prints: /✗ ERROR-01[^]*^non-conformant: 1 of 1 operation reached, 1 failed, seed 3/m,
    never: /hole|\b0 of \d+ operation/,
  },
];

/** Replays of the right run, or of none. */
export const REPLAY: readonly Ending[] = [
  ...WHICH_RUN,
  ...NO_RUN,
  ...DAMAGED,
  ...SERVICES,
  ...PATHS,
];

const CELL = {
  id: 'PATH-01@jobloss.draft-get',
  requirement: 'PATH-01',
  operation: 'jobloss.draft-get',
};
const VERDICT = { cell: CELL.id, ...CELL, verdict: 'pass', wanted: 'w', got: 'g', exchanges: [1] };
const EVIDENCE = {
  test: 't',
  attempt: 1,
  seed: 1,
  judge: 'exchange',
  given: [{ $: 'exchange', n: 7 }],
};

const line = (item: object): string => `${JSON.stringify(item)}\n`;

/** A run of one cell whose evidence names a missing exchange. */
const FILES: Readonly<Record<string, string>> = {
  'run/run.json': recordText({ target: { schemes: {} } }),
  'run/ledger.jsonl': line(CELL),
  'run/verdicts.jsonl': line(VERDICT),
  'run/exchanges.jsonl': '',
  'run/evidence.jsonl': line(EVIDENCE),
};

const damagedRecording = (what: string, file: string, content: string, prints: RegExp): Ending => ({
  what: `judging a run again ${what}`,
  args: ['rejudge', 'run'],
  files: { ...FILES, [`run/${file}`]: content },
  code: 2,
  prints,
});

/** Recordings that cannot be judged again. */
export const REJUDGE: readonly Ending[] = [
  {
    what: 'judging a run again that is nowhere',
    args: ['rejudge', 'nowhere'],
    code: 2,
    prints: /expected the folder of a run, or the name of one in .*, such as latest; got nowhere/,
  },
  {
    what: 'judging a run again that recorded no evidence',
    args: ['rejudge', 'run'],
    files: Object.fromEntries(
      Object.entries(FILES).filter(([path]) => !path.endsWith('evidence.jsonl')),
    ),
    code: 2,
    prints: /evidence\.jsonl is missing, which this version of Assay writes; repeat the run/,
  },
  {
    what: 'judging a run again that was killed',
    args: ['rejudge', 'run'],
    files: {
      'run/run.json': recordText({
        state: 'running',
        process: { pid: 1, host: 'elsewhere' },
        endedAt: undefined,
        duration: undefined,
        probes: undefined,
        stopped: undefined,
        exitCode: undefined,
        verdicts: undefined,
        operations: undefined,
        totals: undefined,
      }),
    },
    code: 2,
    prints: /was killed or is still running; `assay report .*run` judges its records/,
  },
  damagedRecording(
    'whose exchanges are not all there',
    'exchanges.jsonl',
    '',
    /evidence\.jsonl, line 1 cannot be judged again: .*exchanges\.jsonl does not contain exchange 7/,
  ),
  damagedRecording(
    'of a judge that is unknown here',
    'evidence.jsonl',
    line({ ...EVIDENCE, judge: 'oracle-of-tomorrow' }),
    /line 1 cannot be judged again: there is no judge called oracle-of-tomorrow/,
  ),
  damagedRecording(
    'whose evidence was cut off',
    'evidence.jsonl',
    line(EVIDENCE).slice(0, 20),
    /evidence\.jsonl, line 1 is truncated/,
  ),
  damagedRecording(
    'with a damaged ledger',
    'ledger.jsonl',
    '{"id":\n{}\n',
    /ledger\.jsonl, line 1: expected one/,
  ),
];
