import { expect, test } from 'vitest';
import { callJudge } from '../../oracles/evidence/plain-evidence.ts';
import type { Finding } from '../../oracles/finding.ts';
import { rollUpCell } from '../../oracles/roll-up.ts';
import { sampleFacts } from '../../oracles/testing/sample-facts.ts';
import { cellOf, finding } from '../../oracles/testing/sample-finding.ts';
import type { Run } from '../engine/run.ts';
import { compareClients, openCells } from './compare-clients.ts';

const CELL = cellOf('PATH-01', 'travel.draft-get');
const RUN: Pick<Run, 'judge'> = {
  judge: (judge, ...given) => callJudge(sampleFacts, judge, given),
};

const passed = (): Finding[] => [finding(CELL, 'pass')];
const failed = (): Finding[] => [finding(CELL, 'fail'), finding(CELL, 'fail', { attempt: 2 })];
const lost = (): Finding[] => [finding(CELL, 'inconclusive', { reason: 'disturbance' })];

/** Verdict of the cell, which passed in the run itself. */
const verdictOf = (first: Finding[], again: Finding[], own: Finding[]): string => {
  const rounds = { other: [first, again], own: [own], userAgent: 'curl' };
  const { verdict, reason } = rollUpCell(CELL, [...passed(), ...compareClients(RUN, rounds)]);
  return reason ? `${verdict} ${reason}` : verdict;
};

test.each([
  ['the other client alone fails, twice', failed(), failed(), passed(), 'profile-dependent'],
  ['the other client alone is not answered', lost(), lost(), passed(), 'profile-dependent'],
])('a cell depends on the client: %s', (_, first, again, own, reason) => {
  expect(openCells(first)).toEqual([CELL.id]);
  expect(verdictOf(first, again, own)).toBe(`inconclusive ${reason}`);
});

test.each([
  ['both clients are answered alike', passed(), passed(), passed(), 'pass'],
  ['a lost answer comes when it is asked for again', lost(), passed(), passed(), 'pass'],
  [
    'neither client is answered: nothing is known of the other one',
    lost(),
    lost(),
    lost(),
    'inconclusive disturbance',
  ],
  ['both clients fail', failed(), failed(), failed(), 'fail'],
  [
    'a fail that one client saw once is not forgotten',
    [finding(CELL, 'fail'), finding(CELL, 'pass', { attempt: 2 })],
    passed(),
    passed(),
    'inconclusive intermittent',
  ],
])('a cell does not depend on the client: %s', (_, first, again, own, verdict) => {
  expect(verdictOf(first, again, own)).toBe(verdict);
});

test('does not forget a fail that the default client saw in an earlier round', () => {
  const own = [failed(), passed()];
  const rounds = { other: [lost(), lost(), passed()], own, userAgent: 'curl' };
  const found = compareClients(RUN, rounds);

  expect(rollUpCell(CELL, [...passed(), ...found]).verdict).toBe('fail');
});

test('an attempt that a later one settled is kept, so that its answer is explained', () => {
  const left = finding(CELL, 'inconclusive', { reason: 'twin-refused' });
  const settled = [left, finding(CELL, 'pass', { attempt: 2 })];
  const rounds = { other: [settled, lost()], own: [passed()], userAgent: 'curl' };
  const found = compareClients(RUN, rounds);

  expect(found).toContain(left);
  expect(rollUpCell(CELL, [...passed(), ...found]).verdict).toBe('pass');
});

test('a finding contains what each client got, and the exchanges of both', () => {
  const other = [finding(CELL, 'fail', { got: 'status 500' }), ...failed()];
  const own = [finding(CELL, 'pass', { got: 'status 200' })];
  const rounds = { other: [other, failed()], own: [own], userAgent: 'curl/8.9.1' };

  const compared = compareClients(RUN, rounds).find(({ reason }) => reason === 'profile-dependent');

  expect(compared).toMatchObject({
    got: "status 500 as curl/8.9.1; status 200 as Assay's own client",
    exchanges: [...(own[0]?.exchanges ?? []), ...(other[0]?.exchanges ?? [])],
  });
});
