import { expect, test } from 'vitest';
import { outcomeOfRun, strongest } from './mutant-outcome.ts';
import { WORKER_EXIT } from './mutant-switch.ts';

test.each([
  [0, 'survived'],
  [1, 'fail'],
  [2, 'refused'],
  [3, 'open'],
  [4, 'trouble'],
  [5, 'trouble'],
  [WORKER_EXIT.unstarted, 'unstarted'],
  [WORKER_EXIT.looped, 'timeout'],
] as const)('a run that ends with %i says %s', (exitCode, outcome) => {
  expect(outcomeOfRun({ exitCode, printed: '' }, false)).toBe(outcome);
});

test('a run that was killed for its time hangs; a process that died of the mutant is the service’s', () => {
  const died = 'Error\n    at keep (file:///x/reference/store.ts?load=12:3:4)';

  expect(outcomeOfRun({ exitCode: null, printed: '' }, true)).toBe('timeout');
  expect(outcomeOfRun({ exitCode: null, printed: died }, false)).toBe('timeout');
  expect(outcomeOfRun({ exitCode: null, printed: 'at oracles/vat.ts:1' }, false)).toBe('trouble');
});

test('of several runs a fail counts before what stays open, and what broke the harness before all', () => {
  expect(strongest(['survived', 'survived'])).toBe('survived');
  expect(strongest(['survived', 'open'])).toBe('open');
  expect(strongest(['open', 'fail'])).toBe('fail');
  expect(strongest(['open', 'trouble'])).toBe('trouble');
  expect(strongest([])).toBe('unreached');
});
