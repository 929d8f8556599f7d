import { expect, test } from 'vitest';
import { benchSummary } from './bench-summary.ts';
import { measureParts } from './measure-parts.ts';
import { type Measured, PARTS } from './part.ts';

const ROWS: Measured = { rows: [['assay gate', '1.0 s']] };

/** The first part rejects, as where its process cannot be started; the second misses its goal, the third needs a program. */
const measure = (part: (typeof PARTS)[number]): Promise<Measured> => {
  const at = PARTS.indexOf(part);
  if (at === 0) return Promise.reject(new Error('no disk'));
  if (at === 1) return Promise.resolve({ ...ROWS, failed: true });
  return Promise.resolve(at === 2 ? { skipped: 'no Python' } : ROWS);
};

test('a part that breaks keeps no other from its turn, and each is told as soon as it is measured', async () => {
  const sizes: number[] = [];
  const results = await measureParts(PARTS, {
    measure,
    onMeasured: async (_, __, { size }) => void sizes.push(size),
  });

  expect([...results.keys()]).toEqual(PARTS.map(({ id }) => id));
  expect(results.get('replay')).toEqual({ broken: 'no disk' });
  expect(sizes).toEqual([1, 2, 3, 4, 5, 6]);
});

test('the end tells of each part that did not go well', async () => {
  const results = await measureParts(PARTS, { measure, onMeasured: async () => undefined });

  expect(benchSummary(results)).toEqual([
    'replay: came to no end: no disk',
    'growth: measured, but what is wanted was not reached',
    'faults: not measured: no Python',
    '6 parts, 3 measured as wanted',
  ]);
  expect(benchSummary(new Map([['tools', ROWS]]))).toEqual(['1 part, all measured as wanted']);
});
