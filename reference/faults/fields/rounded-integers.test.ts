import { expect, test } from 'vitest';
import { operation, type OperationId } from '../../../spec/operations.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { changedAt } from '../../item-pointer.ts';
import { exampleWith } from '../../testing/field-example.ts';
import { operationsWithBody } from '../../../spec/requirements/field-bodies.ts';
import { preparedCall } from '../../testing/prepared-call.ts';
import { reachFrom } from '../../testing/reach.ts';
import { roundedIntegerFaults } from './rounded-integers.ts';
import { withFault } from '../../testing/with-fault.ts';
import { writeDraftBy } from '../../testing/journey.ts';

test.each(roundedIntegerFaults)(
  '$id: a fraction is taken where the fault is, a text nowhere',
  async ({ id, body, row, on }) => {
    const isTaken = async (visitor: Visitor, write: OperationId, value: unknown) => {
      const prepared = body.endsWith('-draft') ? undefined : await preparedCall(visitor, write);
      const example = exampleWith(body, row, prepared?.body);
      const sent = value === undefined ? example : changedAt(example, row.pointer, () => value);
      if (prepared) return (await visitor.call(write, prepared.ids, sent)).status < 400;
      const written = await writeDraftBy(visitor, write, sent);
      return (await reachFrom(visitor, operation(write).line, written)).refusedAt === 'done';
    };

    await withFault(id, async (visitor) => {
      for (const write of operationsWithBody(body)) {
        const taken = [];
        for (const value of [12.5, 'abc', undefined])
          taken.push(await isTaken(visitor, write, value));
        expect([write, ...taken]).toEqual([write, on.includes(write), false, true]);
      }
    });
  },
);
