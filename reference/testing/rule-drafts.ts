import { dateIn, plusDays } from '../calendar.ts';
import { type JsonObject, withPointer } from '../json.ts';
import type { Line } from '../../spec/line.ts';
import { SAMPLE_DRAFTS } from './sample-drafts.ts';

const { jobloss, travel, landlord, gap } = SAMPLE_DRAFTS;
const JOB = '/risk/insuredJob';

const job = (status: string, fields: JsonObject): JsonObject => {
  const { isPermanentContract, ...plain } = (jobloss['risk'] as { insuredJob: JsonObject })
    .insuredJob;
  const own = status === 'self-employed' ? {} : { isPermanentContract };
  return withPointer(jobloss, JOB, { ...plain, ...own, employeeStatus: status, ...fields });
};
const jobs = (statuses: readonly string[], fields: JsonObject): readonly JsonObject[] =>
  statuses.map((status) => job(status, fields));

const EMPLOYED = ['employee', 'governmentOfficial'];
const SELF = ['self-employed'];
const ALL = [...EMPLOYED, ...SELF];
const FREE = {
  alreadyOccupied: false,
  willCheckRentAndChargesBalance: true,
  willMakeBackgroundCheck: true,
  willSignTenancyAgreement: true,
};

const unanswered = (answer: string, occupied: boolean): readonly JsonObject[] => {
  const draft = occupied ? landlord : withPointer(landlord, '/risk', FREE);
  return [withPointer(draft, `/risk/${answer}`, undefined)];
};
const lateStart = (draft: JsonObject): JsonObject =>
  withPointer(draft, '/terms/startDate', plusDays(dateIn(new Date(), 'Europe/Brussels'), 45));
const withCompany = (draft: JsonObject): JsonObject =>
  withPointer(draft, '/policyholder/company', { name: 'ACME' });

const LATE = {
  jobloss: [lateStart(jobloss)],
  travel: [lateStart(travel)],
  landlord: [lateStart(landlord)],
};
const BOTH = {
  travel: [withCompany(travel)],
  landlord: [withCompany(landlord)],
  gap: [withCompany(gap)],
};

/** Drafts that break a business rule; a correct service makes a contract of none of them. */
export const RULE_DRAFTS: Readonly<Record<string, Partial<Record<Line, readonly JsonObject[]>>>> = {
  'JOBLOSS-FLAG-01': { jobloss: jobs(ALL, { isAwareOfImpendingJobloss: true }) },
  'JOBLOSS-FLAG-02': { jobloss: jobs(ALL, { workingAtLeast16Hours: false }) },
  'JOBLOSS-FLAG-03': { jobloss: jobs(EMPLOYED, { isPermanentContract: false }) },
  'JOBLOSS-FLAG-04': { jobloss: jobs(SELF, { willUnregisterSocialFundIfClaim: false }) },
  'JOBLOSS-ALLOWED-01': { jobloss: jobs(SELF, { isPermanentContract: true }) },
  'JOBLOSS-ALLOWED-02': { jobloss: jobs(EMPLOYED, { willUnregisterSocialFundIfClaim: true }) },
  'JOBLOSS-EMPLOYER-01': { jobloss: jobs(EMPLOYED, { employer: undefined }) },
  'TRAVEL-ROADSIDE-01': {
    travel: [false, undefined].map((value) =>
      withPointer(travel, '/risk/isCarsAgeElligible', value),
    ),
  },
  'LANDLORD-ANSWER-01': { landlord: unanswered('minimumSixMonthsTenancy', true) },
  'LANDLORD-ANSWER-02': { landlord: unanswered('noIncidentInSixMonths', true) },
  'LANDLORD-ANSWER-03': { landlord: unanswered('tenancyAgreementRegistered', true) },
  'LANDLORD-ANSWER-04': { landlord: unanswered('willCheckRentAndChargesBalance', false) },
  'LANDLORD-ANSWER-05': { landlord: unanswered('willMakeBackgroundCheck', false) },
  'LANDLORD-ANSWER-06': { landlord: unanswered('willSignTenancyAgreement', false) },
  'POLICYHOLDER-01': BOTH,
  'STARTDATE-01': LATE,
};
