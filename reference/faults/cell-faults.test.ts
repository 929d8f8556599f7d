import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperationId } from '../../spec/operations.ts';
import { type RunningReference, startReference } from '../start.ts';
import { shows } from '../testing/shown-fault.ts';
import { Visitor } from '../testing/visitor.ts';
import { cellFaults } from './cell-faults.ts';

let plain: RunningReference;
beforeAll(async () => {
  plain = await startReference();
});
afterAll(() => plain.close());

/** One operation of each requirement, another one every time; the kinds are the same on all. */
const SAMPLED = [...Map.groupBy(cellFaults, ({ breaks }) => breaks.requirement).values()].flatMap(
  (rows, at) => rows[(at * 5) % rows.length] ?? [],
);

test.each(SAMPLED)('$id shows itself, and a correct service does not', async ({ id, ...fault }) => {
  const on = fault.breaks.operation as OperationId;
  const sick = await startReference({ faults: [id] });
  const seen = await shows({ id, ...fault }, new Visitor(sick), on);
  await sick.close();

  expect(seen).toBe(true);
  expect(await shows({ id, ...fault }, new Visitor(plain), on)).toBe(false);
});
