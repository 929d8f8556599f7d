import { expect, test } from 'vitest';
import { withoutValue } from '../../generators/pointer.ts';
import { RICH } from '../../generators/testing/test-body.ts';
import { contentBesideAbsence, groupedByAbsence, isByAbsence } from './fault-by-absence.ts';

const VALID = { language: 'nl', address: { zip: '9000', lines: [{ code: 'a' }, { code: 'b' }] } };

test.each<readonly [string, object, boolean]>([
  ['a field', { address: VALID.address }, true],
  ['a field of an object', { ...VALID, address: { lines: VALID.address.lines } }, true],
  ['an item of a list', { ...VALID, address: { zip: '9000', lines: [{ code: 'a' }] } }, true],
  ['nothing, though a text is a number', { ...VALID, language: 7 }, false],
  ['nothing, though an object is a text', { ...VALID, address: 'a text' }, false],
  ['nothing, though a list is an object', { ...VALID, address: { zip: '9000', lines: {} } }, false],
])('a body that lacks %s: only omitted fields may exist already (D1)', (_, faulty, isAbsent) => {
  expect(isByAbsence({ faulty, valid: VALID })).toBe(isAbsent);
});

const DRAFT = {
  language: 'nl',
  policyholder: { address: { city: 'Gent', country: 'BE', street: 'Veld', zip: '9000' } },
  risk: {
    drivers: [{ person: { firstName: 'Eva', lastName: 'Maes' } }],
    cascoFactors: { deductible: { currency: 'EUR', value: 50_000 } },
    vehicle: { details: { code: '10000', codeType: 'NAT', country: 'BE', vehicleType: '10' } },
  },
};

test.each<readonly [what: string, missing: string, part: string | undefined]>([
  ['an optional object', '/policyholder/address/street', '/policyholder/address'],
  ['an object that its own needs', '/risk/cascoFactors/deductible/value', '/risk/cascoFactors'],
  ['an item of a list', '/risk/drivers/0/person/lastName', '/risk/drivers'],
  ['what a price needs', '/risk/vehicle/details/code', undefined],
  ['the body', '/language', undefined],
])('the draft of a field that is missing in %s lacks the part around it', (_, missing, part) => {
  const faulty = withoutValue(DRAFT, missing);
  expect(contentBesideAbsence('gap-draft', { faulty, valid: DRAFT }, RICH)).toEqual(
    part === undefined ? undefined : { before: withoutValue(DRAFT, part), without: part },
  );
});

test('faults by absence share a draft without the parts of all', () => {
  const parts = ['/policyholder/address', '/risk/drivers'];
  const updates = parts.map((without) => ({ before: withoutValue(DRAFT, without), without }));
  const before = withoutValue(withoutValue(DRAFT, '/policyholder/address'), '/risk/drivers');
  expect(groupedByAbsence(updates, 'gap-draft', RICH)).toEqual([
    parts.map((without) => ({ before, without })),
  ]);
});

test('faults by absence have drafts of their own if none is legal without the parts of both', () => {
  const person = { firstName: 'Eva', lastName: 'Maes', vat: 'BE0189940054' };
  const draft = {
    policyholder: { person, address: DRAFT.policyholder.address },
    risk: { insuredJob: { employeeStatus: 'self-employed' } },
  };
  const updates = ['/policyholder/address', '/risk/insuredJob'].map((without) => ({
    before: without === '/risk/insuredJob' ? { policyholder: {} } : draft,
    without,
  }));
  expect(groupedByAbsence(updates, 'jobloss-draft', RICH)).toHaveLength(2);
});
