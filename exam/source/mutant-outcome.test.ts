import { expect, test } from 'vitest';
import { outcomeOfRun, strongest, openCause, worstCause } from './mutant-outcome.ts';
import { WORKER_EXIT } from './mutant-switch.ts';
import type { CellVerdict, ReasonCode } from '../../oracles/finding.ts';
import type { Line } from '../../spec/line.ts';

test.each([
  [0, 'survived'],
  [1, 'fail'],
  [2, 'refused'],
  [3, 'open'],
  [4, 'trouble'],
  [5, 'trouble'],
  [WORKER_EXIT.unstarted, 'unstarted'],
  [WORKER_EXIT.looped, 'timeout'],
] as const)('exit code %i means %s', (exitCode, outcome) => {
  expect(outcomeOfRun({ exitCode, printed: '' }, false)).toBe(outcome);
});

test('a run that reached its time limit hangs; a process that the mutant crashed is the service’s fault', () => {
  const died = 'Error\n    at keep (file:///x/reference/store.ts?load=12:3:4)';

  expect(outcomeOfRun({ exitCode: null, printed: '' }, true)).toBe('timeout');
  expect(outcomeOfRun({ exitCode: null, printed: died }, false)).toBe('timeout');
  expect(outcomeOfRun({ exitCode: null, printed: 'at oracles/vat.ts:1' }, false)).toBe('trouble');
});

test('a fail outweighs an inconclusive run, and a broken harness outweighs all', () => {
  expect(strongest(['survived', 'survived'])).toBe('survived');
  expect(strongest(['survived', 'open'])).toBe('open');
  expect(strongest(['open', 'fail'])).toBe('fail');
  expect(strongest(['open', 'trouble'])).toBe('trouble');
  expect(strongest([])).toBe('unreached');
});

const open = (
  requirement: CellVerdict['requirement'],
  reason: ReasonCode,
  blockedBy?: CellVerdict['requirement'],
  line: Line = 'gap',
): CellVerdict => ({
  cell: `${requirement}@${line}.contract-create`,
  requirement,
  line,
  operation: `${line}.contract-create`,
  verdict: 'inconclusive',
  reason,
  wanted: '',
  got: '',
  exchanges: [],
  checks: 1,
  sightings: 0,
  ...(blockedBy ? { blockedBy } : {}),
});

const REFUSED = open('LEGAL-01', 'unstated-rule');
const BEHIND_IT = open('VERSION-01', 'blocked-by', 'LEGAL-01');
const NOT_FOUND = open('PATH-01', 'not-found-by-target');
const BROKEN = open('PATH-01', 'blocked-by', 'ERROR-01');
const CONTROL = open('VERSION-03', 'twin-refused');

test.each<[string, readonly CellVerdict[], ReturnType<typeof openCause>]>([
  ['nothing is open', [{ ...REFUSED, verdict: 'pass' }], undefined],
  ['a legal call was refused (V17)', [REFUSED], 'legal-refused'],
  ['with what stands behind it', [BEHIND_IT, CONTROL, REFUSED], 'legal-refused'],
  ['without a call that was refused', [CONTROL], 'no-rule'],
  ['an id was not found (P3)', [NOT_FOUND, CONTROL], 'not-found'],
  ['a breakdown is no unstated rule', [BROKEN, CONTROL], 'no-rule'],
  ['seen once', [open('AUTH-01', 'intermittent'), REFUSED], 'no-rule'],
  ['both, which nobody can tell apart', [REFUSED, NOT_FOUND], 'no-rule'],
  [
    'another line stands for itself',
    [REFUSED, open('VERSION-03', 'twin-refused', undefined, 'travel')],
    'no-rule',
  ],
  [
    'each line has a cause of its own',
    [NOT_FOUND, open('LEGAL-01', 'unstated-rule', undefined, 'travel')],
    'legal-refused',
  ],
])('%s', (_, verdicts, cause) => {
  expect(openCause(verdicts)).toBe(cause);
});

test('the worst cause for the harness counts', () => {
  expect(worstCause(['not-found', 'no-rule', 'legal-refused'])).toBe('no-rule');
  expect(worstCause([])).toBeUndefined();
});
