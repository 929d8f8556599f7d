import { expect, test } from 'vitest';
import { sinceLines } from './since-run.ts';

const since = { run: '20261123-044640-gate-1', broken: [], fixed: [], stillFailing: 0 };

test('what fails newly, what was fixed and what failed already have a line each', () => {
  const broken = Array.from({ length: 7 }, (_, at) => `ID-0${at}@gap.draft-get`);

  expect(
    sinceLines({ ...since, broken, fixed: ['PATH-01@gap.draft-get'], stillFailing: 2 }),
  ).toEqual([
    `7 new failures since ${since.run}: ${broken.slice(0, 5).join(', ')}, … 2 more`,
    '1 fixed since then: PATH-01@gap.draft-get',
    '2 failed then, too',
  ]);
});

test('that nothing new fails is said where something fails; of two clean runs nothing is', () => {
  expect(sinceLines({ ...since, stillFailing: 1 })[0]).toBe(`0 new failures since ${since.run}`);
  expect(sinceLines(since)).toEqual([]);
  expect(sinceLines(undefined)).toEqual([]);
});
