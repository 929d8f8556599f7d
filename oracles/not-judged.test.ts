import { expect, test } from 'vitest';
import { operation } from '../spec/operations.ts';
import type { Facts } from './facts.ts';
import type { CellVerdict } from './finding.ts';
import { ledger } from './ledger.ts';
import { notJudged, notJudgedLine } from './not-judged.ts';
import { rollUp } from './roll-up.ts';
import { sampleFacts } from './testing/sample-facts.ts';

const of = (facts: Facts, change: (verdict: CellVerdict) => CellVerdict = (each) => each) =>
  notJudged(rollUp(ledger({ lines: ['jobloss'] }, facts), [], (each) => each).map(change), facts);

const { identities, decisions, sideEffects } = sampleFacts;

test('a complete target excludes nothing from judgement', () => {
  expect(of(sampleFacts)).toEqual([]);
  expect(notJudgedLine([])).toBeUndefined();
});

test('names excluded cells by subject, those that a certificate needs first', () => {
  const facts: Facts = {
    ...sampleFacts,
    identities: { owner: { auth: { scheme: 'none' } } },
    sideEffects: { ...sideEffects, leads: 'never' },
  };
  const all = of(facts);

  expect(all.map(({ subject, isNeeded }) => [subject, isNeeded])).toEqual([
    ['leads', true],
    ['authentication', true],
    ['authentication', true],
    ['rights', false],
    ['ownership', false],
  ]);
  expect(notJudgedLine(all)).toMatch(
    /^not covered: leads, \d+ cells: the target allows no leads \(sideEffects\.leads: never\); authentication, 18 cells: the target declares no authentication/,
  );
});

test.each([
  ['an identity that may do everything', { ...decisions, othersMay: 'everything' }, true],
  ['an identity without a decision', { ...decisions, othersMay: undefined }, true],
  ['an identity that may read', { ...decisions, othersMay: 'read' }, false],
] as const)('%s is judged for a certificate, or not', (_, changed, isNeeded) => {
  const all = of({ ...sampleFacts, decisions: changed });

  expect(all.some((each) => each.isNeeded)).toBe(isNeeded);
});

test('reports an undeclared identity, but does not require it', () => {
  const all = of({ ...sampleFacts, identities: { owner: identities.owner, withoutRights: {} } });

  expect(all).toMatchObject([{ subject: 'ownership', isNeeded: false }]);
});

test('authentication is not judged if the meaning of every answer is open', () => {
  const observed = (each: CellVerdict): CellVerdict =>
    each.requirement === 'AUTH-02'
      ? { ...each, verdict: 'observed', reason: 'specification-silent', got: 'status 302' }
      : each;

  expect(of(sampleFacts, observed)).toMatchObject([
    { subject: 'authentication', why: 'AUTH-02 was only observed: status 302', isNeeded: true },
  ]);
});

test('reports a decision of the target if the cell is only observed', () => {
  const facts: Facts = { ...sampleFacts, decisions: { ...decisions, paymentStatusExists: false } };
  const observed = (each: CellVerdict): CellVerdict =>
    each.requirement === 'PATH-01' && operation(each.operation).step === 'payment-status'
      ? { ...each, verdict: 'observed', reason: 'not-declared' }
      : each;

  expect(of(facts, observed)).toMatchObject([
    { subject: 'payment status', cells: 1, isNeeded: false },
  ]);
});
