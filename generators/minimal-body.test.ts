import { expect, test } from 'vitest';
import { RICH, schemaViolations } from './testing/test-body.ts';
import { LEGAL_VALUES } from './legal-values.ts';
import { leaves } from './pointer.ts';
import { sample } from './sample.ts';
import { minimiseBody } from './minimal-body.ts';
import { brokenRulesOf } from './valid-body.ts';
import { drawnInTurn } from '../tools/testing/drawn.ts';

const VALUES = LEGAL_VALUES.filter((value) => value.body.endsWith('-draft') && value.applies(RICH));
const smallOf = (id: string) => {
  const value = VALUES.find((each) => each.id === id);
  if (!value) throw new Error(`no value ${id}`);
  const { valid } = sample(value.pair(RICH), 11);
  return minimiseBody(value.body, valid, RICH, (body) => value.holds(body, RICH));
};

test.each(drawnInTurn('minimal bodies', ['the result is legal, has the value, and is no larger']))(
  '%s',
  () => {
    for (const value of VALUES) {
      const { valid } = sample(value.pair(RICH), 3);
      const holds = (body: object) => value.holds(body, RICH);
      const small = minimiseBody(value.body, valid, RICH, holds);
      expect([value.id, holds(small), schemaViolations(value.body, small)]).toEqual([
        value.id,
        true,
        [],
      ]);
      expect([value.id, brokenRulesOf(value.body, small, RICH)]).toEqual([value.id, []]);
      expect(leaves(small).length).toBeLessThanOrEqual(leaves(valid).length);
    }
  },
);

test('removes everything beside a value that needs nothing', () => {
  expect(smallOf('JOBLOSS-LEGAL-language/fr')).toEqual({ language: 'fr' });
});

test('keeps a value that another one needs', () => {
  const { risk } = smallOf(
    'JOBLOSS-LEGAL-risk.insuredJob.willUnregisterSocialFundIfClaim/true',
  ) as {
    risk: { insuredJob: object };
  };
  expect(risk.insuredJob).toMatchObject({
    employeeStatus: 'self-employed',
    willUnregisterSocialFundIfClaim: true,
  });
});
