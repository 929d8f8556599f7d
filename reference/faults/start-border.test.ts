import { expect, test } from 'vitest';
import { dateIn, plusDays } from '../calendar.ts';
import { choicesWith } from '../choices.ts';
import { withPointer } from '../json.ts';
import { startReference } from '../start.ts';
import { preparedCall } from '../testing/prepared-call.ts';
import { SAMPLE_DRAFTS } from '../testing/sample-drafts.ts';
import { Visitor } from '../testing/visitor.ts';
import { startBorderFaults } from './start-border.ts';

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
