import { expect, test } from 'vitest';
import { cellVerdict } from '../../reports/testing/sample-record.ts';
import type { Finding } from '../../oracles/finding.ts';
import { type EarlierRun, firstDrawn } from './first-drawn.ts';

const verdict = cellVerdict();
const { cell } = verdict;
const PROBE = 'contract/gap/1';

const finding = (more: Partial<Finding> = {}): Finding => ({
  requirement: verdict.requirement,
  operation: verdict.operation,
  verdict: 'fail',
  wanted: '',
  got: '',
  exchanges: [1],
  test: PROBE,
  attempt: 1,
  seed: 1,
  ...more,
});

const RUN = { verdicts: [verdict], findings: [finding()], drawn: new Map([[PROBE, 'now']]) };

/** An earlier run in which the cell had this verdict. */
const earlier = (
  was: 'pass' | 'fail' | 'waived' | 'inconclusive' | undefined,
  drawn: Readonly<Record<string, string>> = { [PROBE]: 'then' },
): EarlierRun => ({
  verdicts: () => (was === undefined ? [] : [{ cell, verdict: was }]),
  drawn: () => new Map(Object.entries(drawn)),
});

const isFirst = (...runs: readonly EarlierRun[]): boolean => firstDrawn(RUN, runs).has(cell);

test('reports a failure of a cell that passed with other data', () => {
  expect(isFirst(earlier('pass'))).toBe(true);
  expect(isFirst(earlier('pass'), earlier('pass', { [PROBE]: 'before' }))).toBe(true);
});

test('reports nothing without an earlier run', () => {
  expect(isFirst()).toBe(false);
});

test('data that any earlier run drew are not new, whatever it found', () => {
  expect(isFirst(earlier('pass', { [PROBE]: 'now' }))).toBe(false);
  expect(isFirst(earlier('pass'), earlier('pass', { [PROBE]: 'now' }))).toBe(false);
  expect(isFirst(earlier('pass'), earlier('fail', { [PROBE]: 'now' }))).toBe(false);
  expect(isFirst(earlier(undefined, { [PROBE]: 'now' }), earlier('pass'))).toBe(false);
});

test('an earlier failure is a known fault, whatever the data; the newest run that settled it counts', () => {
  expect(isFirst(earlier('fail'), earlier('pass'))).toBe(false);
  expect(isFirst(earlier('waived'), earlier('pass'))).toBe(false);
  expect(isFirst(earlier('pass'), earlier('fail'))).toBe(true);
  expect(isFirst(earlier('inconclusive'), earlier(undefined), earlier('pass'))).toBe(true);
  expect(isFirst(earlier('inconclusive'), earlier('fail'))).toBe(false);
  expect(isFirst(earlier('inconclusive'))).toBe(false);
});

test('a run that did not know the probe did not draw other data for it', () => {
  expect(isFirst(earlier('pass', {}))).toBe(false);
  expect(isFirst(earlier('pass', { 'contract/gap/2': 'then' }))).toBe(false);
});

test('an unreadable run proves nothing', () => {
  const unread: EarlierRun = { verdicts: () => undefined, drawn: () => undefined };

  expect(isFirst(unread)).toBe(false);
  expect(isFirst(unread, earlier('pass'))).toBe(true);
  expect(isFirst({ ...earlier('pass'), verdicts: () => undefined })).toBe(false);
});

test('each probe that shows the failure has to be new, and planned', () => {
  const other = finding({ test: 'contract/gap/2' });
  const two = { ...RUN, findings: [finding(), other] };
  const both = { ...two, drawn: new Map([...RUN.drawn, ['contract/gap/2', 'now']]) };
  const passed = finding({ test: 'contract/gap/2', verdict: 'pass' });

  expect(firstDrawn(both, [earlier('pass')])).toEqual(new Set([cell]));
  expect(firstDrawn(both, [earlier('pass', { [PROBE]: 'then', 'contract/gap/2': 'now' })])).toEqual(
    new Set(),
  );
  expect(firstDrawn(two, [earlier('pass')])).toEqual(new Set());
  expect(firstDrawn({ ...RUN, findings: [finding(), passed] }, [earlier('pass')])).toEqual(
    new Set([cell]),
  );
});

test('reports a waived fail, but no cell that was not judged', () => {
  const as = (now: 'waived' | 'inconclusive' | 'pass') =>
    firstDrawn({ ...RUN, verdicts: [cellVerdict({ verdict: now })] }, [earlier('pass')]).size;

  expect([as('waived'), as('inconclusive'), as('pass')]).toEqual([1, 0, 0]);
});

test('reads no more than necessary', () => {
  const never: EarlierRun = {
    verdicts: () => expect.unreachable(),
    drawn: () => expect.unreachable(),
  };
  const settled = { ...earlier('pass', { [PROBE]: 'before' }), verdicts: never.verdicts };

  expect(firstDrawn({ ...RUN, verdicts: [] }, [never]).size).toBe(0);
  expect(isFirst(earlier('fail'), never)).toBe(false);
  expect(isFirst(earlier('pass'), settled)).toBe(true);
});
