import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignValues } from '../../spec/enumerations.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { operationsWithBody } from '../../spec/requirements/field-bodies.ts';
import { changedAt } from '../item-pointer.ts';
import { type RunningReference, startReference } from '../start.ts';
import { drawn } from '../../tools/testing/drawn.ts';
import { exampleWith, withWrongValue } from '../testing/field-example.ts';
import { writeDraftBy } from '../testing/journey.ts';
import { oneOfEach } from '../testing/one-of-each.ts';
import { preparedCall } from '../testing/prepared-call.ts';
import { reachFrom } from '../testing/reach.ts';
import { Visitor } from '../testing/visitor.ts';
import { withFault } from '../testing/with-fault.ts';
import {
  mergedListFaults,
  roundedIntegerFaults,
  type UnenforcedFault,
  unenforcedFaults,
} from './field-faults.ts';

let plain: RunningReference;
beforeAll(async () => {
  plain = await startReference();
});
afterAll(() => plain.close());

/** True if a body is accepted to the end: a draft until its contract, any other by a success. */
const isTaken = async (
  { body, row, kind }: UnenforcedFault,
  visitor: Visitor,
  on: OperationId,
  as: 'legal' | 'faulty',
): Promise<boolean> => {
  const prepared = body.endsWith('-draft') ? undefined : await preparedCall(visitor, on);
  const example = exampleWith(body, row, prepared?.body);
  const sent = as === 'faulty' ? withWrongValue(example, row, kind) : example;
  if (prepared) return (await visitor.call(on, prepared.ids, sent)).status < 400;
  const written = await writeDraftBy(visitor, on, sent);
  return (await reachFrom(visitor, operation(on).line, written)).refusedAt === 'done';
};

/** One fault of each kind of value in each body, on each of its operations. */
const SAMPLE = oneOfEach(unenforcedFaults, ({ kind, body, row: { schema }, on }) =>
  [kind, body, schema.type, schema.format, schema.pattern, on].join(),
);

test.each(drawn(SAMPLE, 7))(
  '$id: accepts the faulty body on the faulty operations, and nowhere else',
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

const comesToItsEnd = async (visitor: Visitor, on: OperationId, draft: unknown) => {
  const written = await writeDraftBy(visitor, on, draft);
  return (await reachFrom(visitor, operation(on).line, written)).refusedAt === 'done';
};

test.each(drawn(mergedListFaults, 5))(
  '$id: accepts values of other lists on the faulty operations, invented ones nowhere',
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

test.each(drawn(roundedIntegerFaults, 4))(
  '$id: accepts a fraction on the faulty operations, a text nowhere',
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
