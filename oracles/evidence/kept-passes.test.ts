import { expect, test } from 'vitest';
import { rollUpCell } from '../roll-up.ts';
import { cellOf, finding } from '../testing/sample-finding.ts';
import { keptPasses } from './kept-passes.ts';

const CELL = cellOf('PATH-01', 'travel.draft-get');

const kept = (findings: readonly ReturnType<typeof finding>[]) => findings.filter(keptPasses());

test('of passes the first five are kept, of what is wrong all', () => {
  const passes = Array.from({ length: 8 }, () => finding(CELL, 'pass'));
  const fails = Array.from({ length: 8 }, () => finding(CELL, 'fail'));

  expect(kept([...passes, ...fails])).toEqual([...passes.slice(0, 5), ...fails]);
});

test('a repetition is kept however many passed before, since it settles its first attempt', () => {
  const passes = Array.from({ length: 5 }, () => finding(CELL, 'pass'));
  const third = 'journey/travel/3';
  const disturbed = finding(CELL, 'inconclusive', { test: third, reason: 'disturbance' });
  const again = finding(CELL, 'pass', { test: third, attempt: 2 });

  expect(rollUpCell(CELL, kept([...passes, disturbed, again])).verdict).toBe('pass');
});
