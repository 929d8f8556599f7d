import { type JsonObject, withPointer } from '../json.ts';
import type { Choices } from '../choices.ts';
import type { Line } from '../../spec/line.ts';
import { SAMPLE_DRAFTS } from './sample-drafts.ts';

/** The moment at which the cases are sent: a Tuesday noon, 10 March 2026 everywhere in Europe. */
export const NOON = new Date('2026-03-10T12:00:00Z');

/** A draft that breaks one rule, and its control that does not. */
export interface DraftCase {
  readonly name: string;
  readonly rule:
    keyof Choices['checkpoints'] | 'jobloss-flags' | 'contract-email' | 'casco-insurer';
  readonly line: Line;
  readonly faulty: JsonObject;
  readonly control: JsonObject;
}

const set = (line: Line, fields: Readonly<Record<string, unknown>>): JsonObject =>
  Object.entries(fields).reduce<JsonObject>(
    (draft, [pointer, value]) => withPointer(draft, pointer, value),
    SAMPLE_DRAFTS[line],
  );

const of = (
  rule: DraftCase['rule'],
  line: Line,
  name: string,
  faulty: Readonly<Record<string, unknown>>,
  control: Readonly<Record<string, unknown>> = {},
): DraftCase => ({ name, rule, line, faulty: set(line, faulty), control: set(line, control) });

const JOB = '/risk/insuredJob';
const selfEmployed = (fields: JsonObject): JsonObject => ({
  [JOB]: { employeeStatus: 'self-employed', ...fields },
});
const free = {
  alreadyOccupied: false,
  willCheckRentAndChargesBalance: true,
  willMakeBackgroundCheck: false,
};
const company = { '/policyholder/company': { name: 'ACME' } };
const deferred = (line: Line): DraftCase =>
  of(
    'startDate',
    line,
    `${line}: start 31 days ahead`,
    { '/terms/startDate': '2026-04-10' },
    { '/terms/startDate': '2026-04-09' },
  );
const mail = (line: Line): DraftCase =>
  of('contract-email', line, `${line}: malformed e-mail`, {
    '/policyholder/contact/email': 'a@@b.be',
  });

/** One case or more for every rule that looks at a draft alone. */
export const DRAFT_CASES: readonly DraftCase[] = [
  of('jobloss-flags', 'jobloss', 'aware of a jobloss', {
    [`${JOB}/isAwareOfImpendingJobloss`]: true,
  }),
  of('jobloss-flags', 'jobloss', 'under 16 hours', { [`${JOB}/workingAtLeast16Hours`]: false }),
  of(
    'jobloss-flags',
    'jobloss',
    'no permanent contract',
    { [`${JOB}/isPermanentContract`]: false },
    { [`${JOB}/isPermanentContract`]: undefined },
  ),
  of(
    'jobloss-flags',
    'jobloss',
    'stays with the social fund',
    selfEmployed({ willUnregisterSocialFundIfClaim: false }),
    selfEmployed({ willUnregisterSocialFundIfClaim: true }),
  ),
  of(
    'onlyAllowedWhen',
    'jobloss',
    'permanent contract of the self-employed',
    selfEmployed({ isPermanentContract: true }),
    selfEmployed({}),
  ),
  of('onlyAllowedWhen', 'jobloss', 'social fund of an employee', {
    [`${JOB}/willUnregisterSocialFundIfClaim`]: true,
  }),
  of(
    'employer',
    'jobloss',
    'employee without employer',
    { [`${JOB}/employer`]: undefined },
    selfEmployed({ employer: undefined }),
  ),
  ...(['jobloss', 'travel', 'landlord'] as const).map(deferred),
  of(
    'roadsideAssistance',
    'travel',
    'roadside assistance, eligibility not given',
    { '/risk/isCarsAgeElligible': undefined },
    { '/risk/isCarsAgeElligible': undefined, '/terms/hasRoadsideAssistance': false },
  ),
  of('roadsideAssistance', 'travel', 'roadside assistance, not eligible', {
    '/risk/isCarsAgeElligible': false,
  }),
  of(
    'landlordAnswers',
    'landlord',
    'occupied, an answer missing',
    { '/risk/noIncidentInSixMonths': undefined },
    { '/risk/noIncidentInSixMonths': false },
  ),
  of(
    'landlordAnswers',
    'landlord',
    'free, an answer missing',
    { '/risk': free },
    { '/risk': { ...free, willSignTenancyAgreement: true } },
  ),
  of('personXorCompany', 'travel', 'travel: person and company', company),
  of('personXorCompany', 'landlord', 'landlord: person and company', company),
  of('personXorCompany', 'gap', 'gap: person and company', company, {
    ...company,
    '/policyholder/person': undefined,
  }),
  of(
    'vehicleIdentification',
    'gap',
    'identified twice',
    { '/risk/vehicle/identification/willProvideLater': true },
    { '/risk/vehicle/identification': { willProvideLater: true } },
  ),
  of(
    'casco-insurer',
    'gap',
    'unknown insurer',
    { '/risk/vehicle/cascoInsurerCompany': 'No Such Insurer' },
    { '/risk/vehicle/cascoInsurerCompany': 'Other' },
  ),
  of(
    'schema',
    'gap',
    'denominator zero',
    { '/risk/cascoFactors/depreciationRate/denominator': 0 },
    { '/risk/cascoFactors/depreciationRate/denominator': undefined },
  ),
  of('schema', 'jobloss', 'unlisted claim limit', { '/terms/claimLimit/value': 400000 }),
  of('schema', 'travel', 'country of three letters', { '/policyholder/address/country': 'BEL' }),
  of('schema', 'landlord', '30 February', { '/policyholder/person/birthdate': '2001-02-30' }),
  ...(['jobloss', 'travel', 'landlord', 'gap'] as const).map(mail),
];
