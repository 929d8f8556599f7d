import type { SharedCourse } from '../../../load/instances/shared-course.ts';
import type { Ending } from './ending.ts';

const COURSE: SharedCourse = {
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
  facts: {} as SharedCourse['facts'],
  closed: [],
};

const SEQUENCE = '0,1/2,1';

/** What the first or the second of two instances has left. */
const left = (change: object = {}, course: object = {}, segment = '0:1/2'): string =>
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
const second = (change: object = {}, course: object = {}): string => left(change, course, '1/2:1');

const merging = (
  what: string,
  says: RegExp,
  other: string,
  change: Partial<Ending> = {},
): Ending => ({
  what,
  args: ['merge', 'a.json', 'b.json'],
  files: { 'a.json': left(), 'b.json': other },
  code: 2,
  says,
  ...change,
});

/** How `assay merge` ends where its files do not belong together, or are none. */
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
  merging('the same instance twice', /are both instance 1 of 2; name each instance once/, left()),
  merging(
    'an instance of a part that the archive was not made for',
    /wanted one of 2 equal parts, got the execution segment 0:1\/3 of 0,1\/3,1/,
    second({ instance: { segment: '0:1/3', sequence: '0,1/3,1' } }),
  ),
  merging(
    'an instance that was cut off',
    /b\.json: wanted the result of a k6 instance[^]*no JSON or was cut off/,
    second().slice(0, 300),
  ),
  merging('a file of another program', /b\.json: wanted the result of a k6 instance/, '{"a": 1}'),
  merging(
    'an instance that is missing',
    /✗ instance 2 of 2 is missing: it left nothing, or its file was not named[^]*^load: INVALID/m,
    left(),
    { args: ['merge', 'a.json'], code: 3 },
  ),
  merging(
    'a file to merge that is not there',
    /c\.json: wanted instance-….json[^]*nothing of this name/,
    left(),
    {
      args: ['merge', 'c.json'],
    },
  ),
  merging('a folder without any instance', /got a folder without any instance-….json/, left(), {
    args: ['merge', '.'],
  }),
];
