import type { GapDraft } from '../../spec/schemas/gap-draft.ts';
import type { JoblossDraft } from '../../spec/schemas/jobloss-draft.ts';
import type { JsonObject } from '../json.ts';
import type { LandlordDraft } from '../../spec/schemas/landlord-draft.ts';
import type { Line } from '../../spec/line.ts';
import type { TravelDraft } from '../../spec/schemas/travel-draft.ts';

const address = { city: 'Gent', country: 'BE', number: '1', street: 'Veldstraat', zip: '9000' };
const contact = { email: 'ada@example.com', phone: '+3291234567' };
const person = { firstName: 'Ada', lastName: 'Peeters' };

const jobloss: JoblossDraft = {
  language: 'nl',
  metadata: [{ key: 'source', value: 'test' }],
  policyholder: { address, contact, person: { ...person, birthdate: '1990-05-01' } },
  risk: {
    insuredJob: {
      employeeStatus: 'employee',
      employer: 'ACME',
      isAwareOfImpendingJobloss: false,
      isPermanentContract: true,
      workingAtLeast16Hours: true,
    },
  },
  terms: { claimLimit: { currency: 'EUR', value: 200000 }, variant: 'JOBLOSS6' },
};

const travel: TravelDraft = {
  language: 'fr',
  policyholder: { address, contact, person },
  risk: { isCarsAgeElligible: true },
  terms: { familySituation: 'couple', hasRoadsideAssistance: true, variant: 'standard' },
};

const landlord: LandlordDraft = {
  language: 'nl-BE',
  policyholder: { address, contact, person: { ...person, birthdate: '1980-02-29' } },
  risk: {
    alreadyOccupied: true,
    insuredProperty: {
      address,
      monthlyRent: { currency: 'EUR', value: 95000 },
      type: 'residential',
    },
    minimumSixMonthsTenancy: true,
    noIncidentInSixMonths: true,
    tenancyAgreementRegistered: true,
  },
  terms: { requestPaperCopy: true, variant: 'CLASSIC' },
};

const gap: GapDraft = {
  language: 'en',
  policyholder: { address, contact, person },
  risk: {
    cascoFactors: {
      deductible: { currency: 'EUR', value: 50000 },
      depreciationRate: { numerator: 1, denominator: 4 },
    },
    vehicle: {
      details: { code: '10000', codeType: 'NAT', country: 'BE', vehicleType: '10' },
      identification: { vin: 'WVWZZZ1JZXW000001' },
      invoice: { purchasedPriceIncludingVat: { currency: 'EUR', value: 3000000 } },
    },
  },
  terms: { variant: 'GAP36' },
};

/** A draft of each line that breaks no rule. */
export const SAMPLE_DRAFTS: Readonly<Record<Line, JsonObject>> = { jobloss, travel, landlord, gap };
