import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { leaves, valueAt } from '../pointer.ts';
import { sample } from '../sample.ts';
import { brokenRulesOf } from '../valid-body.ts';
import { ALL_FAULTS } from './all-faults.ts';
import type { BodyFault, FaultPair } from './fault.ts';
import { shrinkablePair } from './shrinkable-pair.ts';
import { RICH, brokenBy, schemaViolations } from '../testing/test-body.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';

const SEED = 7;
const DRAFT_FAULTS = ALL_FAULTS.filter((fault) => fault.body.endsWith('-draft'));

/** Shrinks a drawn pair as long as it still fails; returns every candidate that was tried. */
const shrunk = (fault: BodyFault, fails: (pair: FaultPair) => boolean) => {
  const tried: FaultPair[] = [];
  const drawn = sample(fault.pair(RICH), SEED);
  const property = fc.property(shrinkablePair(fault, drawn, RICH), (pair) => {
    tried.push(pair);
    return !fails(pair);
  });
  const { counterexample, counterexamplePath } = fc.check(property, { seed: 0, numRuns: 1 });
  return { drawn, tried, small: counterexample?.[0], path: counterexamplePath ?? '' };
};

const faultOf = (id: string): BodyFault => {
  const found = DRAFT_FAULTS.find((fault) => fault.id === id);
  if (!found) throw new Error(`no fault ${id}`);
  return found;
};

test.each(
  drawnInTurn('shrinking pairs', [
    'every pair while shrinking is legal without its fault, and wrong in nothing else with it',
  ]),
)('%s', () => {
  for (const fault of DRAFT_FAULTS) {
    const { drawn, tried } = shrunk(fault, () => true);
    const wanted = schemaViolations(fault.body, drawn.faulty);
    for (const { valid, faulty } of tried) {
      expect([fault.id, schemaViolations(fault.body, valid)]).toEqual([fault.id, []]);
      expect([fault.id, brokenRulesOf(fault.body, valid, RICH)]).toEqual([fault.id, []]);
      expect([fault.id, schemaViolations(fault.body, faulty)]).toEqual([fault.id, wanted]);
      if (wanted.length > 0) continue;
      const own = brokenBy(fault.body, faulty, RICH).filter(
        (rule) => !brokenBy(fault.body, valid, RICH).includes(rule),
      );
      expect([fault.id, own]).toEqual([fault.id, fault.breaks.split('+')]);
    }
  }
});

test('shrinks a fault that needs nothing else to itself', () => {
  const { small } = shrunk(faultOf('JOBLOSS-FIELD-language-enum/de'), () => true);
  expect(small?.faulty).toEqual({ language: 'de' });
});

test('keeps a field that the failure needs, and nothing else, within 60 steps', () => {
  const limit = '/terms/claimLimit';
  const { small, tried } = shrunk(
    faultOf('JOBLOSS-FIELD-language-enum/de'),
    ({ faulty }) => valueAt(faulty, limit) !== undefined,
  );
  expect(leaves(small?.faulty).map(([pointer]) => pointer)).toEqual([
    '/language',
    `${limit}/currency`,
    `${limit}/value`,
  ]);
  expect(tried.length).toBeLessThan(60);
});

test('the path leads to the same small pair', () => {
  const fault = faultOf('GAP-FIELD-terms.variant-enum/GAP72');
  const { drawn, small, path } = shrunk(
    fault,
    ({ faulty }) => valueAt(faulty, '/risk/vehicle') !== undefined,
  );
  const [again] = fc.sample(shrinkablePair(fault, drawn, RICH), { seed: 0, path, numRuns: 1 });
  expect(small).toBeDefined();
  expect(again).toEqual(small);
});
