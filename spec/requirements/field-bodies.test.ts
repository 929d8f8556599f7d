import { expect, test } from 'vitest';
import { BODIES } from '../bodies.ts';
import { CATALOGUE } from '../catalogue.ts';
import { type FieldRow, fieldRows } from '../testing/field-rows.ts';
import { OPERATIONS } from '../operations.ts';
import { FIELD_BODIES, FIELD_BODY_NAMES } from './field-bodies.ts';

// fieldRows walks the tables independently of the code under test, so that the expected values are independent as well.
const nameOf = ({ pointer }: FieldRow) =>
  pointer.slice(1).replaceAll('/*', '[]').replaceAll('/', '.');

const FORMS = ['date', 'email', 'country-code', 'be-vat', 'year'];

const faultsWanted = ({ pointer, presence, values }: FieldRow): readonly string[] => [
  'type',
  ...(presence === 'required' && !pointer.endsWith('/*') ? ['required'] : []),
  ...(FORMS.includes(values) ? ['format'] : []),
  ...(values === 'not-zero' || pointer.endsWith('/identification') ? ['special'] : []),
  ...(['-', 'not-zero', ...FORMS].includes(values) ? [] : ['enum']),
];

/** Ids of the catalogue that are this prefix and a field's name. */
const withPrefix = (prefix: string) =>
  [...CATALOGUE.keys()].filter(
    (id) => id.startsWith(`${prefix}-`) && /^[a-z]/.test(id.slice(prefix.length + 1)),
  );

test.each(FIELD_BODY_NAMES)('every row of %s has a requirement for each of its faults', (body) => {
  const prefix = FIELD_BODIES[body].faults;
  const wanted = fieldRows(BODIES[body]).flatMap((row) =>
    faultsWanted(row).map((fault) => `${prefix}-${nameOf(row)}-${fault}`),
  );

  expect(wanted.length).toBeGreaterThan(0);
  expect(withPrefix(prefix).toSorted()).toEqual(wanted.toSorted());
});

test.each(FIELD_BODY_NAMES.filter((body) => body !== 'to-contract'))(
  'every row of %s with several legal forms has its legal values',
  (body) => {
    const prefix = FIELD_BODIES[body].legal;
    const wanted = fieldRows(BODIES[body])
      .filter(
        ({ type, presence, pointer }) =>
          !['object', 'array'].includes(type) ||
          presence === 'optional' ||
          // The one item of a list that may be empty (V17).
          pointer === '/risk/drivers/*',
      )
      .map((row) => `${prefix}-${nameOf(row)}`);

    expect(withPrefix(prefix).toSorted()).toEqual(wanted.toSorted());
  },
);

test.each(FIELD_BODY_NAMES)('a field of %s is judged on each operation that carries it', (body) => {
  const { faults, legal } = FIELD_BODIES[body];
  const carrying = OPERATIONS.filter(({ request }) => request.shown && request.name === body);
  const judgedOn = [...withPrefix(faults), ...withPrefix(legal)].map((id) =>
    CATALOGUE.get(id)?.operations.join(),
  );

  expect(new Set(judgedOn)).toEqual(new Set([carrying.map(({ id }) => id).join()]));
});

test('every value of a landlord draft has a read-back requirement', () => {
  const wanted = fieldRows(BODIES['landlord-draft'])
    .filter(({ type }) => type !== 'object')
    .map((row) => `LANDLORD-READBACK-${nameOf(row)}`);

  expect(withPrefix('LANDLORD-READBACK')).toEqual(wanted);
});

test.each([
  ['GAP-FIELD-risk.cascoFactors.depreciationRate.denominator-special', /is 0\.$/],
  ['GAP-FIELD-risk.vehicle.identification-special', /more than one of registration, vin, will/],
  [
    'GAP-CONTRACT-FIELD-paymentTerm-required',
    /^A to-contract payload must be refused without payment/,
  ],
  ['LANDLORD-FIELD-policyholder.company.name-required', /company comes without name\.$/],
  ['LANDLORD-FIELD-policyholder.company.vat-format', /is not BE followed by digits\.$/],
  ['LEAD-FIELD-transport-enum', /^A lead must be refused if transport is not EMAIL\.$/],
  [
    'TRAVEL-FIELD-policyholder.contact.email-format',
    /^No contract may be made from a travel draft/,
  ],
] as const)('the statement of %s describes the fault', (id, words) => {
  expect(CATALOGUE.get(id)?.statement).toMatch(words);
});

test.each([
  ['JOBLOSS-FIELD-terms.claimLimit.value-enum', ['V1', 'E3']],
  ['JOBLOSS-FIELD-policyholder.contact.email-format', ['V8', 'E9']],
  ['GAP-FIELD-risk.drivers[].contact.email-format', ['V8', 'E5', 'S4']],
  ['GAP-FIELD-terms.claimLimit.value-type', ['V2', 'V1', 'E5', 'S4']],
  ['TRAVEL-CAR-plate-type', ['V1', 'E10']],
  ['LANDLORD-FIELD-policyholder.person.birthdate-required', ['C8', 'C5', 'E3']],
  ['LANDLORD-FIELD-risk.insuredProperty.surfaceArea.value-type', ['V1', 'E3']],
  ['GAP-LEGAL-terms.startDate', ['C13', 'V4', 'V17']],
] as const)('%s follows the rules %j', (id, rules) => {
  expect(CATALOGUE.get(id)?.rules).toEqual(rules);
});
