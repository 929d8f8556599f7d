import { expect, test } from 'vitest';
import { exampleWith } from '../../testing/field-example.ts';
import { operation, type OperationId } from '../../../spec/operations.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { changedAt } from '../../item-pointer.ts';
import { foreignValues } from '../../../spec/enumerations.ts';
import { mergedListFaults } from './merged-lists.ts';
import { operationsWithBody } from '../../../spec/requirements/field-bodies.ts';
import { reachFrom } from '../../testing/reach.ts';
import { withFault } from '../../testing/with-fault.ts';
import { writeDraftBy } from '../../testing/journey.ts';

const comesToItsEnd = async (visitor: Visitor, on: OperationId, draft: unknown) => {
  const written = await writeDraftBy(visitor, on, draft);
  return (await reachFrom(visitor, operation(on).line, written)).refusedAt === 'done';
};

test.each(mergedListFaults)(
  '$id: values of other lists are taken where the fault is, made-up ones nowhere',
  async ({ id, body, row, on }) => {
    const draft = exampleWith(body, row);
    const having = (value: unknown) => changedAt(draft, row.pointer, () => value);
    const operations = operationsWithBody(body);

    await withFault(id, async (visitor) => {
      for (const write of operations) {
        for (const value of foreignValues(row.schema.enum ?? []))
          expect([write, value, await comesToItsEnd(visitor, write, having(value))]).toEqual([
            write,
            value,
            on.includes(write),
          ]);
        expect(await comesToItsEnd(visitor, write, having('UNLISTED'))).toBe(false);
        expect(await comesToItsEnd(visitor, write, draft)).toBe(true);
      }
    });
  },
);
