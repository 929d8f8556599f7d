import { findK6, K6Missing } from '../../../load/k6/k6.ts';
import { ANY_MACHINE } from '../../../load/testing/short-profile.ts';
import { readEnvironment } from '../../../client/target.ts';
import type { Ending } from './ending.ts';
import { AGAINST, AGAINST_WITH_K6 } from './load-against.ts';
import { LOAD_SHARED } from './load-shared.ts';
import { LOAD_REPORTS } from './load-reports.ts';

const LOOSE = `validity: ${JSON.stringify(ANY_MACHINE)}`;
const profile = (more = '', seconds = 2): string =>
  `kind: steps\ndescription: of a row\nsteps: [{ rate: 20, seconds: ${seconds} }]\ncalibration: 0\n${LOOSE}\n${more}`;

const badProfile = (what: string, text: string, says: RegExp): Ending => ({
  what,
  args: ['load', '--profile', 'p.yaml', '--base-url', '{dead}', '--line', 'travel'],
  files: { 'p.yaml': text },
  code: 2,
  says,
});

const badTarget = (what: string, target: string, says: RegExp): Ending => ({
  what,
  args: ['load', '--target', 't.yaml', '--line', 'travel'],
  files: { 't.yaml': target },
  code: 2,
  says,
});

/** What is told before k6 is looked for. */
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
    /p\.yaml:3:9 {2}steps\[0\]\n +wanted +at least one request\n +got +0\.1 a second for 2 s\n +raise rate or seconds/,
  ),
  badProfile(
    'a limit on a line that is not in the run',
    profile('limits: [{ on: { line: gap }, p95: 1 }]'),
    /limits\[0\]\.on\.line\n +wanted +a line of this run: travel\n +got +gap\n +take this limit out, or/,
  ),
  badProfile(
    'a limit on a step that there is not',
    profile('limits: [{ on: { step: 7 }, p95: 1 }]'),
    /limits\[0\]\.on\.step\n +wanted +the number of a step, 1 to 1\n +got +7/,
  ),
  badProfile(
    'a limit of nothing',
    profile('limits: [{ on: {} }]'),
    /limits\[0\]\n +wanted +a percentile such as p95, max, errorRate or newConnections\n +got +none of them/,
  ),
  {
    what: 'a list of the profiles, with the limits of the target that they cannot judge',
    args: ['load', '--list', '--target', 't.yaml', '--line', 'gap'],
    files: { 't.yaml': 'base_url: http://127.0.0.1:9\nload: { slo: { overall: { p99: 800 } } }\n' },
    code: 0,
    says: /^smoke +200 price requests in 10 s\n[^\n]+\n +not judged: the p99 limit of all lines needs 10,000 price requests: 500 s at this rate; this profile sends 200\nload +33,000 price requests in 660 s\n[^\n]+\nstress/m,
  },
  badTarget(
    'load on another machine without leave',
    'base_url: https://staging.invalid\n',
    /staging\.invalid is not this machine; load is sent there only when the target says load: \{ allow: true, maxRate: … \}/,
  ),
  badTarget(
    'more load than the target allows',
    'base_url: https://staging.invalid\nload: { allow: true, maxRate: 5 }\n',
    /this profile sends \d+ requests a second, but load\.maxRate of the target allows 5/,
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
    /load\.credentialSeconds\n +wanted +a number \(Seconds, or a duration such as 30m[^]*got +"30 sec"/,
  ),
  badTarget(
    'a limit of a percentile under a wrong name',
    'base_url: http://127.0.0.1:9\nload: { slo: { overall: { p99_9: 800, p100: 900 } } }\n',
    /wanted +a key that a target knows here: p50, .*, or any percentile from p1 to p99\.999[^]*got +the unknown key p99_9[^]*wanted +a percentile from p1 to p99\.999, or max[^]*got +the unknown key p100/,
  ),
];

const withLoad = (
  what: string,
  server: NonNullable<Ending['server']>,
  code: Ending['code'],
  says: RegExp,
  more = '',
): Ending => ({
  what,
  args: ['load', '--profile', 'p.yaml', '--line', 'travel', '--base-url', '{base}'],
  files: { 'p.yaml': profile(more) },
  server,
  code,
  says,
  // No answer has a latency, and nothing of k6's own log is seen.
  never: /\b0\.0 ms|level=|logrus|\bmsg=/,
});

/** Those that start k6: few and short. */
const WITH_K6: readonly Ending[] = [
  {
    what: 'load on an address where nothing listens',
    args: ['load', '--base-url', '{dead}', '--line', 'travel'],
    code: 2,
    says: /127\.0\.0\.1:\d+: no connection can be made/,
  },
  withLoad(
    'load on a right service',
    'prices',
    0,
    /the target sets no limit[^]*^load: PASS, 1 line, 4\d requests/m,
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
    /✗ the service stopped answering at[^]*share of errors: 0\.\d+ \([^)]*\), at most 0\.1 allowed[^]*^load: FAIL/m,
    'limits: [{ on: {}, errorRate: 0.1 }]',
  ),
  withLoad(
    'a service that dies at the first price request under load and has a limit of latency',
    'dies at once',
    1,
    /p95 in ms: no price request succeeded, at most 50 allowed[^]*not one of 4\d price requests succeeded[^]*^load: FAIL/m,
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
    says: /the access token of the owner is valid for [0-3] s, but k6 sends this load with one token, which takes 12 s/,
  },
  {
    what: 'load on a service that is wrong from the first answer',
    args: ['load', '--profile', 'p.yaml', '--line', 'gap', '--target', '{target}'],
    files: { 'p.yaml': profile() },
    server: 'gap prices without Last-Modified',
    code: 1,
    says: /✗ STATUS-01 on gap\.price-request: wanted status 200[^]*^load: FAIL/m,
  },
];

/** Whether there is a k6; CI has it, since its tests make it. */
const hasK6 = async (): Promise<boolean> => {
  try {
    await findK6(readEnvironment()['CI'] ? {} : { makeNone: true });
    return true;
  } catch (error) {
    if (error instanceof K6Missing) return false;
    throw error;
  }
};

/** How load runs end, and what can be read of those that were killed. */
export const LOAD: readonly Ending[] = [
  ...BEFORE,
  ...LOAD_SHARED,
  ...LOAD_REPORTS,
  ...AGAINST,
  ...((await hasK6()) ? [...WITH_K6, ...AGAINST_WITH_K6] : []),
];
