import { describe, expect, test } from 'vitest';
import { BODIES } from '../spec/bodies.ts';
import { type Line, LINES } from '../spec/line.ts';
import type { GeneratorContext } from './context.ts';
import { completeDraft, draft } from './draft.ts';
import { brokenRules } from './rules.ts';
import { samples } from './sample.ts';
import type { ClassSchema } from './pairwise.ts';
import { classesOf } from './testing/value-classes.ts';

const context: GeneratorContext = {
  today: '2026-03-01',
  mailDomain: 'mail.example.com',
  vehicleCodes: [{ code: '10000', vehicleType: '10', country: 'BE' }],
  insurers: [],
  whiteLabels: ['plain'],
};

/** Fields that a complete draft may lack: decoration, and fields of another kind than the one drawn. */
const DISPENSABLE: Record<Line, string[]> = {
  jobloss: [
    '/metadata',
    '/policyholder/billingAddress',
    '/policyholder/person/title',
    '/policyholder/person/vat',
    '/risk/insuredJob/employer',
    '/risk/insuredJob/isPermanentContract',
    '/risk/insuredJob/willUnregisterSocialFundIfClaim',
    '/terms/commercialName',
    '/terms/requestPaperCopy',
  ],
  travel: [
    '/policyholder/billingAddress',
    '/policyholder/company',
    '/policyholder/company/title',
    '/policyholder/person',
    '/policyholder/person/title',
    '/terms/requestPaperCopy',
  ],
  landlord: [
    '/policyholder/company',
    '/policyholder/company/billingAddress',
    '/policyholder/company/billingAddressSameAsCompany',
    '/policyholder/company/title',
    '/policyholder/person',
    '/policyholder/person/title',
    '/risk/minimumSixMonthsTenancy',
    '/risk/noIncidentInSixMonths',
    '/risk/tenancyAgreementRegistered',
    '/risk/willCheckRentAndChargesBalance',
    '/risk/willMakeBackgroundCheck',
    '/risk/willSignTenancyAgreement',
    '/terms/requestPaperCopy',
  ],
  gap: [
    '/partnerReference',
    '/policyholder/billingAddress',
    '/policyholder/company',
    '/policyholder/company/title',
    '/policyholder/person',
    '/policyholder/person/title',
    '/risk/cascoFactors/depreciationRate/denominator',
    '/risk/drivers/*/contact',
    '/risk/drivers/*/person/title',
    '/risk/vehicle/identification/registration',
    '/risk/vehicle/identification/vin',
    '/risk/vehicle/identification/willProvideLater',
    '/risk/vehicle/invoice/isPurchasedInLast6Months',
    '/terms/requestPaperCopy',
    '/whiteLabelId',
  ],
};

describe.for(LINES)('complete draft of %s', (line) => {
  test('lacks only decoration', () => {
    const schema: ClassSchema = BODIES[`${line}-draft`];
    const absent = new Set(
      samples(completeDraft(line, context), 1, 1000)
        .flatMap((value) => classesOf(schema, value))
        .filter((name) => name.endsWith(' absent')),
    );

    expect([...absent].toSorted()).toEqual(DISPENSABLE[line].map((at) => `${at} absent`));
  });

  test('has its own e-mail address on the mail domain', () => {
    const emails = samples(completeDraft(line, context), 2, 2000).map(
      ({ policyholder }) => policyholder?.contact?.email,
    );

    expect(new Set(emails).size).toBe(2000);
    expect(emails.every((email) => email?.endsWith('@mail.example.com'))).toBe(true);
  });
});

test('any draft prefers the safe days +15 and +29, and never starts before +2', () => {
  const dates = new Set(
    samples(draft('gap', context), 3, 2000).map(({ terms }) => terms?.startDate),
  );
  const stated = [...dates].filter((date) => date !== undefined).toSorted();

  expect([...dates]).toEqual(expect.arrayContaining(['2026-03-16', '2026-03-30']));
  expect([stated.at(0), stated.at(-1)]).toEqual(['2026-03-03', '2026-03-30']);
});

test.for([
  { whiteLabels: [], always: false, sometimes: false },
  { whiteLabels: ['plain'], always: false, sometimes: true },
  { whiteLabels: ['plain', 'other'], always: true, sometimes: true },
])('white labels $whiteLabels: sent always $always, sometimes $sometimes', (wanted) => {
  const known = { ...context, whiteLabels: wanted.whiteLabels };
  const drafts = samples(draft('gap', known), 4, 200);
  const sent = drafts.map(({ whiteLabelId }) => whiteLabelId !== undefined);

  expect({ always: sent.every(Boolean), sometimes: sent.some(Boolean) }).toEqual({
    always: wanted.always,
    sometimes: wanted.sometimes,
  });
  expect(drafts.flatMap((value) => brokenRules('gap', value, known))).toEqual([]);
});

test('motor gap without a vehicle code is refused immediately', () => {
  expect(() => draft('gap', { ...context, vehicleCodes: [] })).toThrow(/vehicleCodes/);
});

test.for([{ today: '2026-02-30' }, { today: '1 March' }, { mailDomain: 'nowhere' }])(
  'a context with %o is refused immediately',
  (mistake) => {
    expect(() => draft('travel', { ...context, ...mistake })).toThrow(RangeError);
  },
);

test('caches generators per context, and separately for each', () => {
  const elsewhere = { ...context, mailDomain: 'elsewhere.example' };
  const texts = (of: GeneratorContext) =>
    samples(completeDraft('travel', of), 1, 3).map((body) => JSON.stringify(body));

  expect(completeDraft('travel', context)).toBe(completeDraft('travel', context));
  expect(draft('travel', context)).not.toBe(completeDraft('travel', context));
  expect(texts(elsewhere)).toEqual(
    texts(context).map((text) => text.replaceAll(context.mailDomain, elsewhere.mailDomain)),
  );
});
