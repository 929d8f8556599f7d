import { describe, expect, test } from 'vitest';
import { type Line, LINES } from '../spec/line.ts';
import type { GeneratorContext } from './context.ts';
import { completeDraft } from './draft.ts';
import { type Pointer, withValue, withoutValue } from './pointer.ts';
import { RULES, brokenRules } from './rules.ts';
import { sample } from './sample.ts';

const context: GeneratorContext = {
  today: '2026-03-01',
  mailDomain: 'mail.example.com',
  vehicleCodes: [{ code: '10000', vehicleType: '10', country: 'BE' }],
  insurers: [],
  whiteLabels: ['plain'],
};

const PERSON = { birthdate: '1980-05-05', firstName: 'Zoë', lastName: 'Ek' };
const VACANT = {
  alreadyOccupied: false,
  willCheckRentAndChargesBalance: true,
  willMakeBackgroundCheck: true,
  willSignTenancyAgreement: true,
};
const EMPLOYEE = {
  employeeStatus: 'employee',
  employer: 'Peeters NV',
  isPermanentContract: true,
};

/** A fixed start for every line, so that the faults below meet the same kinds each time. */
const START: Record<Line, [Pointer, unknown][]> = {
  jobloss: [
    ['/policyholder/person', PERSON],
    ['/risk/insuredJob', EMPLOYEE],
  ],
  travel: [['/policyholder/person', PERSON]],
  landlord: [
    ['/policyholder', { company: { name: 'Peeters NV', vat: 'BE0123456749' } }],
    ['/risk', VACANT],
  ],
  gap: [['/policyholder/person', PERSON]],
};

/** One fault for each rule; undefined removes the field. */
const FAULTS: Record<Line, Record<string, [Pointer, unknown]>> = {
  jobloss: {
    'plain-text': ['/policyholder/person/lastName', ' Ek'],
    'latin-letters': ['/policyholder/address/street', 'Юлия'],
    'own-mail-domain': ['/policyholder/contact/email', 'zoe@elsewhere.example'],
    'start-date': ['/terms/startDate', '2026-03-31'],
    adult: ['/policyholder/person/birthdate', '2008-03-02'],
    'not-aware-of-jobloss': ['/risk/insuredJob/isAwareOfImpendingJobloss', true],
    'sixteen-hours': ['/risk/insuredJob/workingAtLeast16Hours', false],
    'permanent-contract-true': ['/risk/insuredJob/isPermanentContract', undefined],
    'permanent-contract-only-employed': [
      '/risk/insuredJob',
      { employer: 'Peeters NV', isPermanentContract: true },
    ],
    'unregister-true': ['/risk/insuredJob', { employeeStatus: 'self-employed' }],
    'unregister-only-self-employed': ['/risk/insuredJob/willUnregisterSocialFundIfClaim', true],
    employer: ['/risk/insuredJob/employer', undefined],
    'vat-only-self-employed': ['/policyholder/person/vat', 'BE0123456749'],
  },
  travel: {
    'plain-text': ['/policyholder/person/lastName', 'x'.repeat(61)],
    'latin-letters': ['/policyholder/address/street', 'Юлия'],
    'own-mail-domain': ['/policyholder/contact/email', 'Zoë@mail.example.com'],
    'start-date': ['/terms/startDate', '2026-03-02'],
    adult: ['/policyholder/person/birthdate', '1939-12-31'],
    'person-xor-company': ['/policyholder/company', { name: 'Peeters NV' }],
    'roadside-cars-age': ['', { terms: { hasRoadsideAssistance: true } }],
  },
  landlord: {
    'plain-text': ['/policyholder/company/name', ''],
    'latin-letters': ['/policyholder/address/street', 'Юлия'],
    'own-mail-domain': ['/policyholder/contact/email', 'zoe'],
    'start-date': ['/terms/startDate', '2026-02-28'],
    adult: ['/policyholder', { person: { ...PERSON, birthdate: '2020-01-01' } }],
    'person-xor-company': ['/policyholder/person', PERSON],
    'mandatory-answers': ['/risk/willMakeBackgroundCheck', undefined],
    'no-other-answers': ['/risk/noIncidentInSixMonths', true],
    'vat-checksum': ['/policyholder/company/vat', 'BE0123456748'],
    'company-billing': ['/policyholder/company/billingAddressSameAsCompany', false],
  },
  gap: {
    'plain-text': ['/policyholder/person/lastName', 'Ek\u0007'],
    'latin-letters': ['/policyholder/address/street', 'Юлия'],
    'own-mail-domain': ['/policyholder/contact/email', 'a@b@mail.example.com'],
    'start-date': ['/terms/startDate', '2026-04-15'],
    adult: ['/policyholder/person/birthdate', '2010-01-01'],
    'person-xor-company': ['/policyholder/company', { name: 'Peeters NV' }],
    'one-identification': ['/risk/vehicle/identification', {}],
    denominator: ['/risk/cascoFactors/depreciationRate/denominator', 0],
    'registration-year': ['/risk/vehicle/firstRegistrationYear', '2027'],
    purchase: ['/risk/vehicle/invoice/purchasedDate', '2025-09-02'],
    'known-vehicle': ['/risk/vehicle/details/vehicleType', '20'],
    'known-insurer': ['/risk/vehicle/cascoInsurerCompany', 'Nobody'],
    'known-white-label': ['/whiteLabelId', 'unknown'],
  },
};

describe.for(LINES)('rules of %s', (line) => {
  const start = START[line].reduce(
    (body, [pointer, value]) => withValue(body, pointer, value),
    withoutValue(sample(completeDraft(line, context), 1), '/policyholder/company'),
  );

  test('the draft that the faults start from keeps them', () => {
    expect(brokenRules(line, start, context)).toEqual([]);
  });

  test('have one fault each here', () => {
    expect(Object.keys(FAULTS[line])).toEqual(Object.keys(RULES[line]));
  });

  test.for(Object.entries(FAULTS[line]))('%s reports the draft that breaks it', ([name, fault]) => {
    const [pointer, value] = fault;
    const faulty =
      value === undefined ? withoutValue(start, pointer) : withValue(start, pointer, value);

    expect(brokenRules(line, faulty, context)).toEqual([name]);
  });
});
