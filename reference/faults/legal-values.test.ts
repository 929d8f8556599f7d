import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RefusedValueFault, refusedValueFaults } from './legal-values.ts';
import { type RunningReference, startReference } from '../start.ts';
import type { OperationId } from '../../spec/operations.ts';
import { drawn } from '../../tools/testing/drawn.ts';
import { Visitor } from '../testing/visitor.ts';
import { legalExample } from '../testing/legal-example.ts';
import { oneOfEach } from '../testing/one-of-each.ts';
import { operationsWithBody } from '../../spec/requirements/field-bodies.ts';
import { preparedCall } from '../testing/prepared-call.ts';
import { withFault } from '../testing/with-fault.ts';
import { writeDraftBy } from '../testing/journey.ts';

let plain: RunningReference;
beforeAll(async () => {
  plain = await startReference();
});
afterAll(() => plain.close());

const isTaken = async (
  { body }: RefusedValueFault,
  visitor: Visitor,
  on: OperationId,
  sent: unknown,
): Promise<boolean> => {
  if (body.endsWith('-draft')) return (await writeDraftBy(visitor, on, sent)).answer.status < 400;
  const { ids } = await preparedCall(visitor, on);
  return (await visitor.call(on, ids, sent)).status < 400;
};

/** One fault of each class of values in each body, on each of its operations. */
const SAMPLE = oneOfEach(refusedValueFaults, ({ refused, body, row: { schema }, on }) =>
  [refused.name, body, schema.type, schema.format, on].join(),
);

test.each(drawn(SAMPLE, 20))(
  '$id: refuses the legal value on the faulty operations, and nowhere else',
  async (fault) => {
    const operations = operationsWithBody(fault.body);
    const { refused, taken } = legalExample(fault);
    const answered = (visitor: Visitor, sent: unknown) =>
      Promise.all(operations.map((on) => isTaken(fault, visitor, on, sent)));

    await withFault(fault.id, async (visitor) => {
      expect(await answered(visitor, refused)).toEqual(
        operations.map((on) => !fault.on.includes(on)),
      );
      expect(await answered(visitor, taken)).toEqual(operations.map(() => true));
    });
    expect(await answered(new Visitor(plain), refused)).toEqual(operations.map(() => true));
  },
);
