import { expect, test } from 'vitest';
import { CATALOGUE } from '../spec/catalogue.ts';
import { FAULTS } from './faults.ts';
import type { Fault } from './faults/fault.ts';
import type { OperationId } from '../spec/operations.ts';

// That a fault shows, and by its requirement alone, is for `assay exam` to prove.

const brokenBy = ({ breaks }: Fault): readonly OperationId[] => [breaks.operation].flat();

test('every fault breaks a requirement of the catalogue, on operations that it is about', () => {
  for (const fault of FAULTS) {
    const requirement = [...CATALOGUE].find(([id]) => id === fault.breaks.requirement)?.[1];
    expect([fault.id, requirement?.operations]).toEqual([
      fault.id,
      expect.arrayContaining([...brokenBy(fault)]),
    ]);
  }
});

test('no two faults have the same id', () => {
  const ids = FAULTS.map(({ id }) => id);

  expect(new Set(ids).size).toBe(ids.length);
});
