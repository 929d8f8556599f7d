import { expect, test } from 'vitest';
import type { OperationId } from '../../../spec/operations.ts';
import { type Visitor, at } from '../../testing/visitor.ts';
import { exampleWith } from '../../testing/field-example.ts';
import { operationsWithBody } from '../../../spec/requirements/field-bodies.ts';
import { readBackFaults } from './read-backs.ts';
import { resourceFault } from '../../testing/resource-fault.ts';
import { withFault } from '../../testing/with-fault.ts';
import { writeDraftBy } from '../../testing/journey.ts';

const WRITES = operationsWithBody('landlord-draft');

const readAfter = async (visitor: Visitor, on: OperationId, sent: unknown): Promise<unknown> => {
  const { draftId } = await writeDraftBy(visitor, on, sent);
  return (await visitor.call('landlord.draft-get', { draftId })).body;
};

test.each(readBackFaults)(
  '$id: another legal value is read after the faulty write, and after no other',
  async ({ id, row, on }) => {
    const sent = exampleWith('landlord-draft', row);
    await withFault(id, async (visitor) => {
      for (const write of WRITES) {
        const value = at(await readAfter(visitor, write, sent), row.pointer);
        expect([write, value !== at(sent, row.pointer)]).toEqual([write, on.includes(write)]);
        expect(resourceFault({ ...row.schema }, value)).toBeUndefined();
      }
    });
  },
);
