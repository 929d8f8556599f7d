import { expect, test } from 'vitest';
import { daysSinceEpoch } from '../day.ts';
import { valueAt } from '../pointer.ts';
import { isBorderClear, START_DATE_BORDERS } from './rule-faults.ts';
import { RICH } from '../testing/test-body.ts';

const daysAhead = (body: object) =>
  daysSinceEpoch(String(valueAt(body, '/terms/startDate'))) - daysSinceEpoch(RICH.today);

test('the border is between 30 and 31 days, on the three lines with a limit', () => {
  const days = START_DATE_BORDERS.map((fault) => {
    const { valid, faulty } = fault.smallest(RICH);
    return [fault.body, daysAhead(valid), daysAhead(faulty)];
  });

  expect(days).toEqual([
    ['jobloss-draft', 30, 31],
    ['travel-draft', 30, 31],
    ['landlord-draft', 30, 31],
  ]);
});

// Brussels is one hour ahead of UTC in March: clear from 02:00 to 21:00 UTC.
test.for([
  ['2026-03-01T12:00:00Z', true],
  ['2026-03-01T02:00:00Z', true],
  ['2026-03-01T01:59:00Z', false],
  ['2026-03-01T20:59:00Z', true],
  ['2026-03-01T21:00:00Z', false],
  ['2026-03-02T12:00:00Z', false],
] as const)('at %s the border can be judged for a run of 1 March: %s', ([now, clear]) => {
  expect(isBorderClear(new Date(now), '2026-03-01')).toBe(clear);
});
