import { historyText } from '../../../store/nights/history-file.ts';
import type { SharedSettings } from '../../../load/instances/instance-set.ts';
import { type LoadFinding, preparationSightings } from '../../../load/verdict/wrong-answers.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sampleLoadRecord } from '../../../reports/testing/sample-load.ts';
import type { Ending } from './ending.ts';
import { findK6, K6Missing } from '../../../load/k6/k6.ts';
import { ANY_MACHINE } from '../../../load/testing/short-profile.ts';
import { readEnvironment } from '../../../client/target.ts';
import { HISTORY_SCHEMA, type NightLine } from '../../../store/nights/history-line.ts';

/** run.json of an unfinished load run. */
const START = {
  state: 'running',
  process: { pid: 2 ** 22 + 1, host: hostname() },
  command: 'load',
  assay: '0.1.0',
  node: 'v24.0.0',
  k6: { version: '2.2.0', origin: 'cache', why: 'in the cache' },
  startedAt: '2026-03-01T00:00:00.000Z',
  seed: 1,
  lines: ['travel'],
  profile: { name: 'smoke', description: 'ten seconds', kind: 'steps' },
  target: { name: 'staging', base_url: 'http://127.0.0.1:1', gap_base_url: 'http://127.0.0.1:1' },
  pointEvery: 2,
} as const;

const { process: _process, pointEvery: _every, ...BEGUN } = START;

/** run.json of a load run that is in progress or was killed. */
const runningLoad = (change: object = {}): string => JSON.stringify({ ...START, ...change });

/** run.json of a finished load run. */
const endedLoad = (change: object = {}): string =>
  JSON.stringify({
    ...BEGUN,
    state: 'finished',
    endedAt: '2026-03-01T00:00:20.000Z',
    stopped: null,
    exitCode: 0,
    ...change,
  });

/** load.json of a passed run. */
const loadRecord = (change: object = {}): string =>
  JSON.stringify({ ...sampleLoadRecord(), ...change });

/** This many points, every fifth of them without an answer. */
const points = (count: number): string =>
  Array.from({ length: count }, (_, index) => {
    const isSilent = index % 5 === 4;
    const point = { at: Date.UTC(2026, 2, 1) + index * 100, line: 'travel', step: 1 };
    return `${JSON.stringify({ ...point, ms: isSilent ? null : 8, status: isSilent ? 0 : 200 })}\n`;
  }).join('');

/** A wrong answer found in this exchange. */
const wrongAnswer = (exchange: number): string =>
  `${JSON.stringify({
    requirement: 'LASTMOD-01',
    operation: 'travel.price-request',
    verdict: 'fail',
    wanted: 'the header Last-Modified',
    got: 'none',
    exchanges: [exchange],
    test: 'load/travel/1-1',
    attempt: 1,
    seed: 1,
  })}\n`;

/** Writes the files of a run into `run` of a row's folder. */
const writeRun =
  (files: Readonly<Record<string, string>>) =>
  (folder: string): void => {
    mkdirSync(join(folder, 'run'));
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(folder, 'run', name), content);
  };

const report = (
  what: string,
  files: Readonly<Record<string, string>>,
  code: Ending['code'],
  prints: RegExp,
): Ending => ({
  what,
  args: ['report', '{folder}/run'],
  before: writeRun(files),
  leaves: ['run'],
  code,
  prints,
});

const points40 = points(40);

/** Load runs that were killed, stopped or damaged, and their reports. */
const LOAD_REPORTS: readonly Ending[] = [
  report(
    'a report of a load run that passed',
    { 'run.json': endedLoad(), 'load.json': loadRecord() },
    0,
    /^report  .*run\/load\.html$/m,
  ),
  report(
    'a report of a load run from before run.json',
    { 'load.json': loadRecord() },
    0,
    /^report  .*load\.html$/m,
  ),
  report(
    'a load run that was killed before its first price request',
    { 'run.json': runningLoad({ pointEvery: null }), 'points.jsonl': '' },
    3,
    /^partial: killed after \d+ s, 0 price requests$/m,
  ),
  report(
    'a load run that was killed while it measured',
    { 'run.json': runningLoad(), 'points.jsonl': `${points40}{"at":17` },
    3,
    /^partial: killed after \d+ s, about 80 price requests\nload: INVALID, 1 line, 80 requests, p95 8\.0 ms/m,
  ),
  report(
    'a load run that was killed after it had seen two wrong answers',
    {
      'run.json': runningLoad(),
      'points.jsonl': points40,
      'findings.jsonl': wrongAnswer(1) + wrongAnswer(2),
    },
    1,
    /^load: FAIL, 1 line, 80 requests/m,
  ),
  report(
    'a load run that was concluded from what it left',
    {
      'run.json': endedLoad({ state: 'partial', stopped: 'killed after 9 s', exitCode: 3 }),
      'load.json': loadRecord({ stopped: 'killed after 9 s', verdict: 'INVALID', exitCode: 3 }),
    },
    3,
    /^partial: killed after 9 s\nload: INVALID/m,
  ),
  report(
    'a load run that goes on',
    {
      'run.json': runningLoad({
        process: { ...JSON.parse(runningLoad()).process, pid: process.pid },
      }),
      'points.jsonl': '',
    },
    2,
    /run belongs to a run that is still running \(process \d+\); wait for its end/,
  ),
  report(
    'a load run that broke down before it had a load.json',
    {
      'run.json': endedLoad({ stopped: 'Error: k6 vanished', exitCode: 4 }),
      'points.jsonl': '',
    },
    2,
    /contains no load\.json: the run ended with 4 \(Error: k6 vanished\); repeat the run/,
  ),
  report(
    'a load.json that was cut off',
    { 'run.json': endedLoad(), 'load.json': loadRecord().slice(0, 900) },
    2,
    /load\.json is incomplete/,
  ),
  report(
    'a load.json that is another file',
    { 'run.json': endedLoad(), 'load.json': '{"hello":1}' },
    2,
    /load\.json is not the record of a load run/,
  ),
  report(
    'a load.json of an older Assay',
    { 'load.json': loadRecord({ schema: 1 }) },
    2,
    /this Assay reads and writes schema 2/,
  ),
  report(
    'a run.json of a load run that was cut off',
    { 'run.json': runningLoad().slice(0, 90), 'points.jsonl': points40 },
    2,
    /run\.json is incomplete/,
  ),
  report(
    'a run.json that is no load run’s beside a load.json',
    { 'run.json': '{"state":"finished","command":"load"}', 'load.json': loadRecord() },
    2,
    /run\.json is not the run\.json of a load run/,
  ),
  report(
    'points of a killed load run that were changed',
    { 'run.json': runningLoad(), 'points.jsonl': `hello\n${points40}` },
    2,
    /points\.jsonl, line 1: expected one JSON value, got "hello"/,
  ),
  report(
    'points of a killed load run that are no points',
    { 'run.json': runningLoad(), 'points.jsonl': '{"hello":1}\n{"hello":2}\n' },
    2,
    /points\.jsonl, line 1 is not a point of a load run/,
  ),
];

const profileOf = (seconds: number): string =>
  `kind: steps\nsteps: [{ rate: 20, seconds: ${seconds} }]\ncalibration: 0\n`;

const TWO_BUILDS = `targets:
  old: { base_url: "{base}" }
  new: { base_url: "{base}" }
`;

const against = (
  what: string,
  other: string,
  prints: RegExp,
  change: Partial<Ending> = {},
): Ending => ({
  what,
  args: [
    'load',
    '--profile',
    'p.yaml',
    '--line',
    'travel',
    '--target',
    't.yaml#old',
    '--against',
    other,
  ],
  files: { 'p.yaml': profileOf(8), 't.yaml': TWO_BUILDS },
  server: 'prices',
  code: 2,
  prints,
  ...change,
});

/** Loads on two builds that end before k6 is needed. */
const AGAINST: readonly Ending[] = [
  against('a second build that the file does not have', 'nwe', /got +#nwe\n +did you mean new\?/),
  against(
    'a second build without a name',
    '',
    /--against: expected a target file, .* got an empty text/,
  ),
  against('a file of a second build that is not there', 'n.yaml', /n\.yaml/),
  against(
    'two builds in too little time',
    'new',
    /--against: step 1 of the profile takes 3 s, .* set 8 s or more/,
    {
      files: { 'p.yaml': profileOf(3), 't.yaml': TWO_BUILDS },
    },
  ),
];

/** Rows that need k6. A complete comparison takes half a minute: see load-against.test.ts. */
const AGAINST_WITH_K6: readonly Ending[] = [
  against('two builds by names that the file has, without a price', 'new', /^load: INCONCLUSIVE/m, {
    server: 'prices with 402',
    code: 3,
  }),
  against(
    'a second build that cannot be reached',
    'n.yaml',
    /candidate \(--against\): .*127\.0\.0\.1:\d+: no connection/,
    {
      files: {
        'p.yaml': profileOf(8),
        't.yaml': TWO_BUILDS,
        'n.yaml': 'base_url: "{dead}"\n',
      },
    },
  ),
];

const STEPS = 'steps: [{ rate: 20, seconds: 2 }]';
const stepsOf = (steps = STEPS): string =>
  `kind: steps\ndescription: of a row\n${steps}\ncalibration: 0\n`;

const badInstances = (what: string, number: string, prints: RegExp, steps = STEPS): Ending => ({
  what,
  args: ['load', '--profile', 'p.yaml', '--base-url', '{dead}', '--instances', number],
  files: { 'p.yaml': stepsOf(steps) },
  code: 2,
  prints,
});

const badKubernetes = (what: string, prints: RegExp, change: Partial<Ending> = {}): Ending => ({
  what,
  args: ['load', '--profile', 'p.yaml', '--base-url', '{dead}', '--kubernetes', 'k8s'],
  files: { 'p.yaml': stepsOf() },
  code: 2,
  prints,
  ...change,
});

/** Loads that cannot be exported for Kubernetes. */
const KUBERNETES: readonly Ending[] = [
  badKubernetes(
    'the embedded service for Kubernetes',
    /--kubernetes: pods cannot reach the embedded service; name yours with --target/,
    { args: ['load', '--profile', 'p.yaml', '--kubernetes', 'k8s'] },
  ),
  badKubernetes(
    'a search for the capacity on Kubernetes',
    /--kubernetes: expected a profile of kind steps, got one that searches for a rate/,
    { args: ['load', '--profile', 'capacity', '--base-url', '{dead}', '--kubernetes', 'k8s'] },
  ),
  badKubernetes(
    'a load for Kubernetes through a proxy of this machine',
    /--kubernetes: pods do not have the proxies and authorities of this machine/,
    {
      args: ['load', '--profile', 'p.yaml', '--target', 't.yaml', '--kubernetes', 'k8s'],
      files: {
        'p.yaml': stepsOf(),
        't.yaml':
          'base_url: https://a.invalid\nload: { allow: true, maxRate: 1000 }\nproxy: http://b.invalid:3128\n',
      },
    },
  ),
  badKubernetes('a file where the folder for Kubernetes is to be', /--kubernetes: .*p\.yaml/, {
    args: ['load', '--profile', 'p.yaml', '--base-url', '{dead}', '--kubernetes', 'p.yaml'],
  }),
];

/** Loads that cannot be divided among this many instances. */
const INSTANCES: readonly Ending[] = [
  badInstances('a load of one instance of several', '1', /--instances[^]*whole number from 2 to/),
  badInstances(
    'more instances than one machine takes',
    '9',
    /--instances: expected 2 to 8 on one machine, got 9; use --kubernetes for more/,
  ),
  badInstances(
    'more instances than price requests',
    '4',
    /--instances: 4 instances cannot share this profile, which sends 3 price requests of a line in a step at most/,
    'steps: [{ rate: 1, seconds: 3 }]',
  ),
];

/** Invalid outputs of live metrics. */
const LIVE: readonly Ending[] = [
  badKubernetes('metrics to an output that there is not', /--live[^]*prometheus, opentelemetry/, {
    args: ['load', '--profile', 'p.yaml', '--base-url', '{dead}', '--live', 'graphite'],
  }),
  badKubernetes(
    'metrics of a load that is written, not sent',
    /--live[^]*cannot be used with[^]*--kubernetes/,
    {
      args: ['load', '--base-url', '{dead}', '--live', 'prometheus', '--kubernetes', 'k8s'],
    },
  ),
];

/** Endings of loads that are divided among instances, here or in a cluster. */
const LOAD_SHARED: readonly Ending[] = [...INSTANCES, ...KUBERNETES, ...LIVE];

const LOOSE = `validity: ${JSON.stringify(ANY_MACHINE)}`;
const profile = (more = '', seconds = 2): string =>
  `kind: steps\ndescription: of a row\nsteps: [{ rate: 20, seconds: ${seconds} }]\ncalibration: 0\n${LOOSE}\n${more}`;

const badProfile = (what: string, text: string, prints: RegExp): Ending => ({
  what,
  args: ['load', '--profile', 'p.yaml', '--base-url', '{dead}', '--line', 'travel'],
  files: { 'p.yaml': text },
  code: 2,
  prints,
});

const badTarget = (what: string, target: string, prints: RegExp): Ending => ({
  what,
  args: ['load', '--target', 't.yaml', '--line', 'travel'],
  files: { 't.yaml': target },
  code: 2,
  prints,
});

/** Errors that are reported before k6 is needed. */
const BEFORE: readonly Ending[] = [
  badProfile(
    'a profile with a key of another name',
    profile('warmup: 1'),
    /the profile has [^]*p\.yaml[^]*warmup/,
  ),
  badProfile(
    'a profile without steps',
    'kind: steps\ndescription: d\n',
    /the profile has [^]*p\.yaml[^]*steps/,
  ),
  badProfile(
    'a profile of an unknown kind',
    'kind: ramp\ndescription: d\n',
    /the profile has a problem:\n {2}p\.yaml/,
  ),
  badProfile('an empty profile', '', /the profile has a problem:\n {2}p\.yaml/),
  badProfile(
    'a profile with a rate below nought',
    'kind: steps\ndescription: d\nsteps: [{ rate: -1, seconds: 1 }]\n',
    /the profile has [^]*p\.yaml[^]*steps\[0\]\.rate/,
  ),
  badProfile(
    'a profile that sends not even one request',
    'kind: steps\ndescription: d\nsteps: [{ rate: 0.1, seconds: 2 }]\n',
    /p\.yaml:3:9 {2}steps\[0\]\n +expected +at least one request\n +got +0\.1 per second for 2 s\n +raise rate or seconds/,
  ),
  badProfile(
    'a limit on a line that is not in the run',
    profile('limits: [{ on: { line: gap }, p95: 1 }]'),
    /limits\[0\]\.on\.line\n +expected +a line of this run: travel\n +got +gap\n +remove this limit, or/,
  ),
  badProfile(
    'a limit on a step that there is not',
    profile('limits: [{ on: { step: 7 }, p95: 1 }]'),
    /limits\[0\]\.on\.step\n +expected +the number of a step, 1 to 1\n +got +7/,
  ),
  badProfile(
    'a limit of nothing',
    profile('limits: [{ on: {} }]'),
    /limits\[0\]\n +expected +a percentile such as p95, max, errorRate or newConnections\n +got +no such limit/,
  ),
  {
    what: 'a list of the profiles, with the limits of the target that they cannot judge',
    args: ['load', '--list', '--target', 't.yaml', '--line', 'gap'],
    files: { 't.yaml': 'base_url: http://127.0.0.1:9\nload: { slo: { overall: { p99: 800 } } }\n' },
    code: 0,
    prints:
      /^smoke +200 price requests in 10 s\n[^\n]+\n +not judged: the p99 limit of all lines needs 10,000 price requests: 500 s at this rate; this profile sends 200\nload +33,000 price requests in 660 s\n[^\n]+\nstress/m,
  },
  badTarget(
    'load on another machine without leave',
    'base_url: https://staging.invalid\n',
    /staging\.invalid is not this machine; load is sent there only if the target declares load: \{ allow: true, maxRate: … \}/,
  ),
  badTarget(
    'more load than the target allows',
    'base_url: https://staging.invalid\nload: { allow: true, maxRate: 5 }\n',
    /this profile sends \d+ requests per second, but load\.maxRate of the target allows 5/,
  ),
  badTarget(
    'more load than the limit of all requests',
    'base_url: http://127.0.0.1:9\nlimits: { requestsPerSecond: 3 }\n',
    /but limits\.requestsPerSecond of the target allows 3/,
  ),
  badTarget(
    'a credential that does not live as long as the load',
    'base_url: http://127.0.0.1:9\nload: { credentialSeconds: 30s }\n',
    /the credential is valid for 30 s, but this profile takes \d+ s/,
  ),
  badTarget(
    'a duration of another form',
    'base_url: http://127.0.0.1:9\nload: { credentialSeconds: 30 sec }\n',
    /load\.credentialSeconds\n +expected +a number \(Validity of the credential in seconds, or as a duration such as 30m[^]*got +"30 sec"/,
  ),
  badTarget(
    'a limit of a percentile under a wrong name',
    'base_url: http://127.0.0.1:9\nload: { slo: { overall: { p99_9: 800, p100: 900 } } }\n',
    /expected +a key that a target may have here: p50, .*, or any percentile from p1 to p99\.999[^]*got +the unknown key p99_9[^]*expected +a percentile from p1 to p99\.999, or max[^]*got +the unknown key p100/,
  ),
];

const withLoad = (
  what: string,
  server: NonNullable<Ending['server']>,
  code: Ending['code'],
  prints: RegExp,
  more = '',
): Ending => ({
  what,
  args: ['load', '--profile', 'p.yaml', '--line', 'travel', '--base-url', '{base}'],
  files: { 'p.yaml': profile(more) },
  server,
  code,
  prints,
  // No latency is printed, and nothing of k6's own log.
  never: /\b0\.0 ms|level=|logrus|\bmsg=/,
});

/** Rows that start k6: few and short. */
const WITH_K6: readonly Ending[] = [
  {
    what: 'a service whose answers the client library refuses',
    args: ['load', '--profile', 'smoke', '--line', 'travel', '--target', 't.yaml'],
    files: { 't.yaml': 'base_url: {base}\n' },
    server: 'a header of a megabyte',
    code: 3,
    prints: /^load: INVALID, .*the client library refused the answer: its headers are longer/m,
  },
  {
    what: 'load on an address where nothing listens',
    args: ['load', '--base-url', '{dead}', '--line', 'travel'],
    code: 2,
    prints: /127\.0\.0\.1:\d+: no connection can be established/,
  },
  withLoad(
    'load on a right service',
    'prices',
    0,
    /the target sets no limits[^]*^load: PASS, 1 line, 4\d requests/m,
  ),
  withLoad(
    'a service that dies under load',
    'dies under load',
    3,
    /✗ the service stopped answering at \d\d:\d\d:\d\d, after \d+ requests \(connection (refused|closed)[^]*connection refused[^]*^load: INCONCLUSIVE/m,
  ),
  withLoad(
    'a service that dies under load and has a limit of errors',
    'dies under load, too',
    1,
    /✗ the service stopped answering at[^]*error rate: 0\.\d+ \([^)]*\), at most 0\.1 allowed[^]*^load: FAIL/m,
    'limits: [{ on: {}, errorRate: 0.1 }]',
  ),
  withLoad(
    'a service that dies at the first price request under load and has a limit of latency',
    'dies at once',
    1,
    /p95 in ms: no price request succeeded, at most 50 allowed[^]*none of 4\d price requests succeeded[^]*^load: FAIL/m,
    'limits: [{ on: {}, p95: 50 }]',
  ),
  withLoad(
    'a service that dies while its drafts are made',
    'dies at drafts',
    3,
    /✗ the service stopped answering at \d\d:\d\d:\d\d, after \d+ requests[^]*^load: INCONCLUSIVE/m,
  ),
  withLoad(
    'a service that wants to be paid for a price',
    'prices with 402',
    3,
    /travel: no price request was accepted \(status 402\), so there was nothing to measure/,
  ),
  {
    what: 'an access token that ends before the load does',
    args: ['load', '--profile', 'p.yaml', '--dialect', 'oauth2', '--line', 'travel'],
    files: { 'p.yaml': profile() },
    code: 2,
    prints:
      /the access token of the owner is valid for [0-3] s, but k6 sends the whole load, which takes 12 s/,
  },
  {
    what: 'load on a service that is wrong from the first answer',
    args: ['load', '--profile', 'p.yaml', '--line', 'gap', '--target', '{target}'],
    files: { 'p.yaml': profile() },
    server: 'gap prices without Last-Modified',
    code: 1,
    prints: /✗ STATUS-01 on gap\.price-request: expected status 200[^]*^load: FAIL/m,
  },
];

/** Tests if k6 is available; CI has it, since its tests build it. */
const hasK6 = async (): Promise<boolean> => {
  try {
    await findK6(readEnvironment()['CI'] ? {} : { makeNone: true });
    return true;
  } catch (error) {
    if (error instanceof K6Missing) return false;
    throw error;
  }
};

/** Endings of load runs, and the reports of killed ones. */
export const LOAD: readonly Ending[] = [
  ...BEFORE,
  ...LOAD_SHARED,
  ...LOAD_REPORTS,
  ...AGAINST,
  ...((await hasK6()) ? [...WITH_K6, ...AGAINST_WITH_K6] : []),
];

const COURSE: SharedSettings = {
  assay: '0.1.0',
  k6: { version: '2.2.0', origin: 'path', why: 'of a row' },
  target: { name: 'staging', base_url: 'http://a.test', gap_base_url: 'http://a.test' },
  profile: { name: 'load', description: 'of a row', kind: 'steps' },
  seed: 1,
  startedAt: '2026-03-01T02:00:00.000Z',
  instances: 2,
  lines: ['travel'],
  schedule: [],
  limits: [],
  thresholds: [],
  validity: {
    dropped: 1,
    rate: 1,
    lag: 1,
    share: 1,
    cpu: 1,
    memory: 1,
    retransmits: 1,
    throttled: true,
  },
  allowed: null,
  facts: {} as SharedSettings['facts'],
  closed: [],
  sightings: [],
  notes: [],
};

const SEQUENCE = '0,1/2,1';

/** Result of the first or second of two instances. */
const instanceResult = (change: object = {}, course: object = {}, segment = '0:1/2'): string =>
  JSON.stringify({
    schema: 1,
    runId: 'assay-1',
    instance: { segment, sequence: SEQUENCE },
    endedAt: '2026-03-01T02:10:00.000Z',
    course: { ...COURSE, ...course },
    metrics: { iterations: { type: 'counter', values: { count: 10, rate: 1 } } },
    state: { testRunDurationMs: 1000 },
    ...change,
  });
const second = (change: object = {}, course: object = {}): string =>
  instanceResult(change, course, '1/2:1');

const merging = (
  what: string,
  prints: RegExp,
  other: string,
  change: Partial<Ending> = {},
): Ending => ({
  what,
  args: ['merge', 'a.json', 'b.json'],
  files: { 'a.json': instanceResult(), 'b.json': other },
  code: 2,
  prints,
  ...change,
});

const WRONG_BEFORE_LOAD: LoadFinding = {
  requirement: 'AMOUNT-02',
  operation: 'travel.price-request',
  verdict: 'fail',
  wanted: 'EUR',
  got: '"USD"',
  exchanges: [1],
  test: 'load/travel/rest/0',
  attempt: 1,
  seed: 1,
  step: 0,
};
const SEEN_BEFORE_LOAD = {
  sightings: preparationSightings([1, 2, 3].map((n) => ({ ...WRONG_BEFORE_LOAD, exchanges: [n] }))),
};

/** Endings of `assay merge` with files that do not belong together or are invalid. */
export const MERGE: readonly Ending[] = [
  merging(
    'instances of two runs',
    /a\.json and .*b\.json are not of the same run: assay-1 and assay-2; merge the results of one run/,
    second({ runId: 'assay-2' }),
  ),
  merging(
    'instances of two profiles',
    /are not of the same profile: load and soak/,
    second({}, { profile: { ...COURSE.profile, name: 'soak' } }),
  ),
  merging(
    'instances of two versions of k6',
    /are not of the same k6: 2\.2\.0 and 2\.3\.0/,
    second({}, { k6: { ...COURSE.k6, version: '2.3.0' } }),
  ),
  merging(
    'instances that were prepared differently',
    /are of run assay-1, but were prepared differently/,
    second({}, { seed: 2 }),
  ),
  merging(
    'the same instance twice',
    /are both of instance 1 of 2; name each instance once/,
    instanceResult(),
  ),
  merging(
    'an instance of a part that the archive was not made for',
    /expected one of 2 equal parts, got the execution segment 0:1\/3 of 0,1\/3,1/,
    second({ instance: { segment: '0:1/3', sequence: '0,1/3,1' } }),
  ),
  merging(
    'an instance that was cut off',
    /b\.json: expected the result of a k6 instance[^]*not JSON or is truncated/,
    second().slice(0, 300),
  ),
  merging('a file of another program', /b\.json: expected the result of a k6 instance/, '{"a": 1}'),
  merging(
    'an instance that is missing',
    /✗ instance 2 of 2 is missing: it left no result, or its file was not named[^]*^load: INVALID/m,
    instanceResult(),
    { args: ['merge', 'a.json'], code: 3 },
  ),
  merging(
    'instances of an archive whose preparation saw wrong answers',
    /✗ travel: AMOUNT-02 on travel\.price-request before the load, expected EUR, 2 times or more: got "USD"[^]*^load: FAIL/m,
    second({}, SEEN_BEFORE_LOAD),
    {
      files: {
        'a.json': instanceResult({}, SEEN_BEFORE_LOAD),
        'b.json': second({}, SEEN_BEFORE_LOAD),
      },
      code: 1,
    },
  ),
  merging(
    'a file to merge that is not there',
    /c\.json: no such file; expected instance-….json/,
    instanceResult(),
    {
      args: ['merge', 'c.json'],
    },
  ),
  merging(
    'a folder in which no instance left a result',
    /^load: INVALID, no result of a k6 instance in \.: expected an instance-….json of each/m,
    instanceResult(),
    { args: ['merge', '.'], code: 3 },
  ),
  merging(
    'instances of other runs than the one to judge',
    /^skipped: results of assay-1, since only assay-2 is judged\nload: INVALID, no result of a k6 instance of run assay-2/m,
    second(),
    { args: ['merge', 'a.json', 'b.json', '--run', 'assay-2'], code: 3 },
  ),
];

const PROFILE =
  'kind: steps\ndescription: of a row\nsteps: [{ rate: 20, seconds: 2 }]\ncalibration: 0\n';

/** One recorded night of a target. */
const nightOf = (name: string, address: string): string =>
  historyText({
    schema: HISTORY_SCHEMA,
    at: '2026-03-01T02:00:00.000Z',
    kind: 'night',
    runId: 'a-night',
    series: 'travel 1 p.yaml',
    line: 'travel',
    step: 1,
    profile: 'p.yaml',
    target: { name, address, build: null },
    assay: '0.1.0',
    basis: { k6: 'k', script: 's', profile: 'p', data: 'd', machine: 'm' },
    machine: 'any',
    counts: { planned: 40, requests: 40, dropped: 0, errors: 0, judged: 1, wrong: 0 },
    sketch: null,
    verdict: 'INVALID',
    reasons: [],
    judged: [],
  } satisfies NightLine);

const TARGET = 'name: staging\nbase_url: http://127.0.0.1:9\n';

const OPTIONS = {
  '--profile': 'p.yaml',
  '--target': 't.yaml',
  '--line': 'travel',
  '--history': 'h.jsonl',
} as const;

/** A night that ends before anything is sent and leaves its history unchanged. */
const night = (
  what: string,
  prints: RegExp,
  change: {
    readonly target?: string;
    readonly history?: string;
    /** Override or extend the default options of a night. */
    readonly options?: Readonly<Record<string, string>>;
    readonly code?: Ending['code'];
  },
): Ending => ({
  what,
  args: ['nightly', ...Object.entries({ ...OPTIONS, ...change.options }).flat()],
  files: {
    'p.yaml': PROFILE,
    't.yaml': change.target ?? TARGET,
    'h.jsonl': change.history ?? nightOf('staging', 'http://127.0.0.1:9'),
  },
  code: change.code ?? 2,
  prints,
});

/** Nights that cannot start, and commands on a missing history. */
export const NIGHTLY: readonly Ending[] = [
  night(
    'a night with a profile that looks for a rate',
    /--profile: nights are compared at equal rates, but capacity searches for a rate; use a profile of kind steps/,
    { options: { '--profile': 'capacity' } },
  ),
  night(
    'a night whose history has a line of another program',
    /h\.jsonl, line 2: expected a line that assay nightly wrote, got "hello"; nothing was changed/,
    { history: `${nightOf('staging', 'http://127.0.0.1:9')}hello\n` },
  ),
  night(
    'a night whose history is of a newer Assay',
    /h\.jsonl, line 1: its schema is 2, but this version supports 1; use the newer Assay that wrote it/,
    { history: '{"schema":2,"kind":"dream"}\n' },
  ),
  night(
    'a night whose history lacks what a line has to have',
    /h\.jsonl, line 1: it is not a line of a history of nights: /,
    { history: '{"schema":1,"kind":"night"}\n' },
  ),
  night(
    'a night whose history is of another target',
    /h\.jsonl holds nights of production at http:\/\/127\.0\.0\.1:9, tonight's target is staging at http:\/\/127\.0\.0\.1:9; if it is the same service, restore that name \(name: in the target file\), otherwise name another file with --history/,
    { history: nightOf('production', 'http://127.0.0.1:9') },
  ),
  night(
    'a night whose target has moved',
    /h\.jsonl holds nights of staging at http:\/\/127\.0\.0\.1:7, tonight's target is staging at http:\/\/127\.0\.0\.1:9; if it is the same service, record the move: `assay history move --history \S+ --from http:\/\/127\.0\.0\.1:7 --to http:\/\/127\.0\.0\.1:9 /,
    { history: nightOf('staging', 'http://127.0.0.1:7') },
  ),
  night(
    'a night whose build command fails',
    /build of the target: the command "exit 3" ended with 3; correct it, or remove build/,
    { target: `${TARGET}build: { command: exit 3 }\n`, code: 3 },
  ),
  night('a build that two places name', /t\.yaml[^]*build/, {
    target: `${TARGET}build: { command: a, header: b }\n`,
  }),
  night(
    'a night that sends more than the target allows',
    /this profile sends 20 requests per second, but load\.maxRate of the target allows 5/,
    { target: `${TARGET}load: { maxRate: 5 }\n` },
  ),
  night('a night whose history is a folder', /--history: .* is not writable: it is a folder/, {
    options: { '--history': '.' },
  }),
  night('a wait that is no number', /--confirm-after[^]*whole number from 0 to 720/, {
    options: { '--confirm-after': 'soon' },
  }),
  {
    what: 'a list of nights that nobody has kept',
    args: ['history', 'list'],
    code: 2,
    prints: /there is no history .*nightly-history\.jsonl; `assay nightly` begins one/,
  },
  {
    what: 'a move to what is no address',
    args: 'history move --from http://a --to staging --reason PROJ-7'.split(' '),
    code: 2,
    prints: /--to[^]*Expected an address such as https:/,
  },
  {
    what: 'something that cannot be done with a history',
    args: ['history', 'burn'],
    code: 2,
    prints: /Allowed choices are list, import, export, prune, accept, move, coverage/,
  },
  {
    what: 'two nights of a history that is not there',
    args: ['compare', 'previous', 'latest', '--history', 'h.jsonl'],
    code: 2,
    prints: /there is no history .*h\.jsonl; `assay nightly` begins one/,
  },
];
