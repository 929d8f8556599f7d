import { afterAll, beforeAll, expect, test } from 'vitest';
import { dateIn, plusDays } from '../../calendar.ts';
import { choicesWith } from '../../choices.ts';
import { withPointer } from '../../json.ts';
import { type RunningReference, startReference } from '../../start.ts';
import { preparedCall } from '../../testing/prepared-call.ts';
import { SAMPLE_DRAFTS } from '../../testing/sample-drafts.ts';
import { Visitor } from '../../testing/visitor.ts';
import { withFault } from '../../testing/with-fault.ts';
import { keyValueFaults, startBorderFaults } from './content-rules.ts';

let plain: RunningReference;
beforeAll(async () => {
  plain = await startReference();
});
afterAll(() => plain.close());

const statusAt = async (days: number, line: 'jobloss' | 'travel' | 'landlord', fault?: string) => {
  const { timeZone } = choicesWith({});
  const running = await startReference(fault === undefined ? {} : { faults: [fault] });
  const visitor = new Visitor(running);
  const start = plusDays(dateIn(new Date(), timeZone), days);
  const draft = withPointer(SAMPLE_DRAFTS[line], '/terms/startDate', start);
  const { ids, body } = await preparedCall(visitor, `${line}.contract-create`, draft);
  const { status } = await visitor.call(`${line}.contract-create`, ids, body);
  await running.close();
  return status;
};

test.each(startBorderFaults)('$id', async ({ id }) => {
  const line = id.split('-')[0] as 'jobloss' | 'travel' | 'landlord';

  expect(await statusAt(30, line)).toBeLessThan(400);
  expect(await statusAt(31, line)).toBeGreaterThanOrEqual(400);
  expect(await statusAt(31, line, id)).toBeLessThan(400);
  expect(await statusAt(32, line, id)).toBeGreaterThanOrEqual(400);
});

const twice = [
  { key: 'a', value: 'b' },
  { key: 'a', value: 'c' },
];

test.each(keyValueFaults)(
  '$id: refuses a list with a duplicate key',
  async ({ id, on, pointer }) => {
    const answered = async (visitor: Visitor, list: unknown): Promise<readonly number[]> =>
      Promise.all(
        on.map(async (each) => {
          const { ids, body } = await preparedCall(visitor, each);
          const sent = withPointer(body as Record<string, unknown>, pointer, list);
          return (await visitor.call(each, ids, sent)).status;
        }),
      );

    await withFault(id, async (visitor) => {
      expect(await answered(visitor, twice)).toEqual([400]);
      expect(await answered(visitor, twice.slice(1))).toEqual([200]);
    });
    expect(await answered(new Visitor(plain), twice)).toEqual([200]);
  },
);
