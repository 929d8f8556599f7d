import { CATALOGUE } from '../../spec/catalogue.ts';
import { expect, test } from 'vitest';
import { FAULTS } from '../faults.ts';
import { NOT_FAULTED } from './not-faulted.ts';
import { isJudged } from '../../spec/requirement.ts';

const broken = new Set(FAULTS.map(({ breaks }) => breaks.requirement));
const judged = [...CATALOGUE].flatMap(([id, requirement]) => (isJudged(requirement) ? [id] : []));
const isExcepted = (id: string): boolean => NOT_FAULTED.some(({ ids }) => ids.test(id));

test('every requirement that is judged has a fault, or a reason why it has none', () => {
  expect(judged.filter((id) => !broken.has(id) && !isExcepted(id))).toEqual([]);
});

test('no reason is given for a requirement that has a fault, and none for nothing', () => {
  expect(judged.filter((id) => broken.has(id) && isExcepted(id))).toEqual([]);
  expect(NOT_FAULTED.filter(({ ids }) => !judged.some((id) => ids.test(id)))).toEqual([]);
});

test('each write of a draft is forgotten alone by some fault, and both by others', () => {
  const ends = ['-on-create', '-on-update', '-on-both'];
  for (const kind of ['field-', 'legal-', 'readback-', 'rule-']) {
    const ids = FAULTS.map(({ id }) => id).filter((id) => id.startsWith(kind));
    for (const end of ends)
      expect([kind, ids.some((id) => id.endsWith(end))]).toEqual([kind, true]);
  }
});
