import { expect, test } from 'vitest';
import { FAULTS } from '../faults.ts';
import { cellsOf, judgedCells } from './cells.ts';
import { NOT_FAULTED, type NotFaulted } from './not-faulted.ts';

const broken = new Set(FAULTS.flatMap(cellsOf));
const judged = judgedCells();

const isAbout =
  (cell: string) =>
  ({ ids, on = /^/ }: NotFaulted): boolean => {
    const [requirement = '', operation = ''] = cell.split('@');
    return ids.test(requirement) && on.test(operation);
  };

test('every cell that is judged has a fault, or a reason why it has none', () => {
  expect(judged.filter((cell) => !broken.has(cell) && !NOT_FAULTED.some(isAbout(cell)))).toEqual(
    [],
  );
});

test('no reason is given for a cell that has a fault, and none for nothing', () => {
  expect(judged.filter((cell) => broken.has(cell) && NOT_FAULTED.some(isAbout(cell)))).toEqual([]);
  expect(NOT_FAULTED.filter((reason) => !judged.some((cell) => isAbout(cell)(reason)))).toEqual([]);
});

test('a fault breaks cells that are judged', () => {
  const known = new Set(judged);
  expect([...broken].filter((cell) => !known.has(cell))).toEqual([]);
});

test('each write of a draft is forgotten alone by some fault, and both by others', () => {
  const ends = ['-on-create', '-on-update', '-on-both'];
  for (const kind of ['field-', 'legal-', 'readback-', 'rule-']) {
    const ids = FAULTS.map(({ id }) => id).filter((id) => id.startsWith(kind));
    for (const end of ends)
      expect([kind, ids.some((id) => id.endsWith(end))]).toEqual([kind, true]);
  }
});
