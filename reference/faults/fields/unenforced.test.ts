import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleWith, spoilt } from '../../testing/field-example.ts';
import { type OperationId, operation } from '../../../spec/operations.ts';
import { type RunningReference, startReference } from '../../start.ts';
import { type UnenforcedFault, unenforcedFaults } from './unenforced.ts';
import { Visitor } from '../../testing/visitor.ts';
import { oneOfEach } from '../../testing/one-of-each.ts';
import { operationsWithBody } from '../../../spec/requirements/field-bodies.ts';
import { preparedCall } from '../../testing/prepared-call.ts';
import { reachFrom } from '../../testing/reach.ts';
import { withFault } from '../../testing/with-fault.ts';
import { writeDraftBy } from '../../testing/journey.ts';

let plain: RunningReference;
beforeAll(async () => {
  plain = await startReference();
});
afterAll(() => plain.close());

/** Whether a body comes to its end: a draft to its contract, any other to a success. */
const isTaken = async (
  { body, row, kind }: UnenforcedFault,
  visitor: Visitor,
  on: OperationId,
  as: 'legal' | 'faulty',
): Promise<boolean> => {
  const prepared = body.endsWith('-draft') ? undefined : await preparedCall(visitor, on);
  const example = exampleWith(body, row, prepared?.body);
  const sent = as === 'faulty' ? spoilt(example, row, kind) : example;
  if (prepared) return (await visitor.call(on, prepared.ids, sent)).status < 400;
  const written = await writeDraftBy(visitor, on, sent);
  return (await reachFrom(visitor, operation(on).line, written)).refusedAt === 'done';
};

/** One fault of each kind of value in each body, on each of its operations. */
const SAMPLE = oneOfEach(unenforcedFaults, ({ kind, body, row: { schema }, on }) =>
  [kind, body, schema.type, schema.format, schema.pattern, on].join(),
);

test.each(SAMPLE)(
  '$id: the faulty body comes to its end where the fault is, and nowhere else',
  async (fault) => {
    const operations = operationsWithBody(fault.body);
    const taken = (visitor: Visitor, as: 'legal' | 'faulty') =>
      Promise.all(operations.map((on) => isTaken(fault, visitor, on, as)));

    await withFault(fault.id, async (visitor) => {
      expect(await taken(visitor, 'faulty')).toEqual(operations.map((on) => fault.on.includes(on)));
      expect(await taken(visitor, 'legal')).toEqual(operations.map(() => true));
    });
    expect(await taken(new Visitor(plain), 'faulty')).toEqual(operations.map(() => false));
  },
);
