import { expect, test } from 'vitest';
import { disturbedService } from '../testing/disturbed-service.ts';
import { judgedCells } from '../testing/judged-cells.ts';
import { stubRun } from '../testing/stub-run.ts';
import { sessionOf } from './conduct-session.ts';

/** What a session judged otherwise than well, how much it judged and how many requests it sent. */
const conduct = async (place: number) => {
  const { run, sent } = await stubRun(disturbedService(place), 'jobloss', 'VERSION-01');
  const cells = judgedCells(run, await sessionOf(run, 'jobloss.contract-create'));
  const open = cells
    .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'observed')
    .map(({ cell, verdict, reason }) => `${cell} ${verdict} ${reason ?? ''}`);
  return { open, sent: sent.length, judged: cells.length };
};

const undisturbed = await conduct(0);

test('an undisturbed session leaves nothing open', () => {
  expect(undisturbed.open).toEqual([]);
  expect(undisturbed.judged).toBeGreaterThan(3);
});

test('one request without an answer, whichever it is, leaves nothing open', async () => {
  const places = Array.from({ length: undisturbed.sent }, (_, at) => at + 1);

  const open = await Promise.all(places.map(async (place) => (await conduct(place)).open));

  expect(open.length).toBeGreaterThan(4);
  expect(open.filter((each) => each.length > 0)).toEqual([]);
});
