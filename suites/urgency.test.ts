import { expect, test } from 'vitest';
import { byUrgency, type LastFailure, type Subject } from './urgency.ts';

const STATED: Subject = { requirement: 'STATUS-01', line: 'gap' };
const IMPLIED: Subject = { requirement: 'DRAFT-03', line: 'gap' };
const IMPLIED_TOO: Subject = { requirement: 'DRAFT-04', line: 'gap' };

const ordered = (subjects: readonly Subject[], failures: readonly LastFailure[] = []) =>
  byUrgency(subjects, (each) => each, failures);

test('what is stated comes before what is implied, otherwise as it was', () => {
  expect(ordered([IMPLIED_TOO, IMPLIED, STATED])).toEqual([STATED, IMPLIED_TOO, IMPLIED]);
});

test('what failed last time comes first, on its line', () => {
  const elsewhere: Subject = { ...IMPLIED, line: 'travel' };
  const failures = [{ requirement: 'DRAFT-03', line: 'gap' }] as const;

  expect(ordered([elsewhere, STATED, IMPLIED], failures)).toEqual([IMPLIED, STATED, elsewhere]);
});

test('so does a test whose own probe showed the failure of another requirement', () => {
  const journeys = (['travel', 'gap'] as const).map((line): Subject => ({
    line,
    probes: [`journey/${line}`],
  }));
  const failures = [{ requirement: 'PATH-01', line: 'gap', test: 'journey/gap/3' }] as const;

  expect(ordered(journeys, failures).map(({ line }) => line)).toEqual(['gap', 'travel']);
});

test('a probe with a longer name is another one', () => {
  const first: Subject = { line: 'gap', probes: ['journey/gap/2'] };
  const second: Subject = { line: 'gap', probes: ['journey/gap/1'] };
  const failures = [{ requirement: 'PATH-01', line: 'gap', test: 'journey/gap/12' }] as const;

  expect(ordered([first, second], failures)).toEqual([first, second]);
});
