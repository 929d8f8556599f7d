import { describe, expect, test } from 'vitest';
import type { DatedRelease } from '../spec/releases.ts';
import { daysOfObservation, type EarlierRun, observedAdditions } from './additions.ts';

const change = { kind: 'new', requirement: 'AUTH-01', what: 'a call without credential' } as const;
const releases: readonly DatedRelease[] = [
  {
    version: '0.0.9',
    date: '2026-11-01',
    changes: [change, { ...change, kind: 'stricter', requirement: 'AUTH-02' }],
  },
  { version: '0.0.8', date: '2026-10-01', changes: [{ ...change, requirement: 'AUTH-03' }] },
];
/** A release that this version does not have yet. */
const later: DatedRelease = { version: '999.0.0', date: '2026-11-20', changes: [change] };

const until = (earlier: readonly EarlierRun[], today: string) =>
  observedAdditions(14, earlier, today, [later, ...releases]).map(
    ({ requirement, operation, expires, release }) =>
      `${requirement} on ${operation}, ${release}, until ${expires}`,
  );

describe('what is new', () => {
  test.each([
    ['from the day of the release, if no earlier run is known', [], '2026-11-10', '2026-11-15'],
    [
      'from today, if only older versions ran',
      [['0.0.8', '2026-11-09']],
      '2026-11-20',
      '2026-12-04',
    ],
    [
      'from the first run with it, if an older version ran before',
      [
        ['0.0.9', '2026-11-20'],
        ['0.0.9', '2026-11-18'],
        ['0.0.8', '2026-11-09'],
      ],
      '2026-11-21',
      '2026-12-02',
    ],
    [
      'from the day of the release, if only it ran',
      [['0.0.9', '2026-11-12']],
      '2026-11-12',
      '2026-11-15',
    ],
    ['whatever an unknown version ran', [['dev', '2026-11-12']], '2026-11-12', '2026-11-15'],
  ] as const)('is observed %s', (_, earlier, today, expires) => {
    const runs = earlier.map(([assay, day]) => ({ assay, day, observed: {} }));

    expect(until(runs, today)).toEqual([`AUTH-01 on *, 0.0.9, until ${expires}`]);
  });

  test('is observed until the day that the newest run recorded', () => {
    const runs = ['2026-11-13', '2026-11-20'].map((day) => ({
      assay: '0.0.9',
      day,
      observed: { '0.0.9': day },
    }));

    expect(until(runs, '2026-11-12')).toEqual(['AUTH-01 on *, 0.0.9, until 2026-11-13']);
  });

  test('is observed at most 180 days after the release, whatever folder is restored', () => {
    const runs = [{ assay: '0.0.8', day: '2026-10-09', observed: {} }];

    expect(until(runs, '2027-04-25')).toEqual(['AUTH-01 on *, 0.0.9, until 2027-04-30']);
    expect(until(runs, '2027-05-01')).toEqual([]);
  });

  test('fails after its last day, and at once without days', () => {
    expect(until([], '2026-11-15')).toHaveLength(1);
    expect(until([], '2026-11-16')).toEqual([]);
    expect(observedAdditions(0, [], '2026-11-01', releases)).toEqual([]);
  });
});

test.each([
  ['gate', undefined, undefined, 0],
  ['gate', 'observe', undefined, 14],
  ['gate', undefined, 7, 7],
  ['gate', 'observe', 7, 7],
  ['gate', 'fail', 7, 0],
  ['certify', undefined, 7, 0],
  ['replay', undefined, 7, 0],
] as const)('%s with --new %s and observe: %s has %s days', (command, asked, observe, days) => {
  const declared = observe === undefined ? undefined : { observe };

  expect(daysOfObservation({ command, new: asked }, { new: declared })).toBe(days);
});
