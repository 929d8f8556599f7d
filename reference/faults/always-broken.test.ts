import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningReference, startReference } from '../start.ts';
import { preparedCall } from '../testing/prepared-call.ts';
import { Visitor } from '../testing/visitor.ts';
import { alwaysBrokenFaults } from './always-broken.ts';
import type { OperationId } from '../../spec/operations.ts';

let plain: RunningReference;
beforeAll(async () => {
  plain = await startReference();
});
afterAll(() => plain.close());

test.each(alwaysBrokenFaults)('$id', async ({ id, breaks }) => {
  const on = breaks.operation as OperationId;
  const sick = await startReference({ faults: [id] });
  const prepared = await preparedCall(new Visitor(plain), on);
  const served = await new Visitor(plain).call(on, prepared.ids, prepared.body);
  const own = await preparedCall(new Visitor(sick), on);
  const broken = await new Visitor(sick).call(on, own.ids, own.body);
  await sick.close();

  expect(served.status).toBeLessThan(400);
  expect(broken.status).toBe(500);
});
