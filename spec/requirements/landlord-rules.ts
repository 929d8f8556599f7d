import { JOURNEY, DRAFTS } from '../probe-descriptions.ts';
import { implied, stated, type Requirements } from '../requirement.ts';

const operations = ['landlord.draft-create', 'landlord.draft-update'] as const;
const mandatory = {
  level: 'stated',
  operations,
  rules: ['E4', 'V16', 'D1'],
  proof: 'accepted-control',
} as const;

/** The answers about tenant and tenancy. That an answer may be false belongs to the legal values (V16). */
export const landlordRules = {
  'LANDLORD-ANSWER-01': {
    ...mandatory,
    statement: 'No contract may be made for an occupied property without minimumSixMonthsTenancy.',
    source: 'Landlord draft, row risk.minimumSixMonthsTenancy',
    checkpoint: 'landlordAnswers',
    sent: DRAFTS,
  },
  'LANDLORD-ANSWER-02': {
    ...mandatory,
    statement: 'No contract may be made for an occupied property without noIncidentInSixMonths.',
    source: 'Landlord draft, row risk.noIncidentInSixMonths',
    checkpoint: 'landlordAnswers',
    sent: DRAFTS,
  },
  'LANDLORD-ANSWER-03': {
    ...mandatory,
    statement:
      'No contract may be made for an occupied property without tenancyAgreementRegistered.',
    source: 'Landlord draft, row risk.tenancyAgreementRegistered',
    checkpoint: 'landlordAnswers',
    sent: DRAFTS,
  },
  'LANDLORD-ANSWER-04': {
    ...mandatory,
    statement:
      'No contract may be made for a vacant property without willCheckRentAndChargesBalance.',
    source: 'Landlord draft, row risk.willCheckRentAndChargesBalance',
    checkpoint: 'landlordAnswers',
    sent: DRAFTS,
  },
  'LANDLORD-ANSWER-05': {
    ...mandatory,
    statement: 'No contract may be made for a vacant property without willMakeBackgroundCheck.',
    source: 'Landlord draft, row risk.willMakeBackgroundCheck',
    checkpoint: 'landlordAnswers',
    sent: DRAFTS,
  },
  'LANDLORD-ANSWER-06': {
    ...mandatory,
    statement: 'No contract may be made for a vacant property without willSignTenancyAgreement.',
    source: 'Landlord draft, row risk.willSignTenancyAgreement',
    checkpoint: 'landlordAnswers',
    sent: DRAFTS,
  },
  'LANDLORD-INCOME-01': {
    area: 'protocol',
    ...stated('two-sightings'),
    statement: "Rent plus charges must not exceed 50 % of the tenant's income.",
    source:
      'Limits, Rent plus charges; Landlord draft, rows risk.tenancyAgreementRegistered and risk.willCheckRentAndChargesBalance',
    operations,
    rules: ['INVISIBLE', 'V16'],
    notObservable: "No request carries the tenant's income.",
  },
  'LANDLORD-DRAFT-01': {
    area: 'resources',
    ...stated('two-sightings'),
    statement: 'Draft Get and Draft Update must answer with the draft resource, a JSON object.',
    source: 'Landlord draft',
    operations: ['landlord.draft-get', 'landlord.draft-update'],
    rules: ['C1', 'S17'],
    isUniversal: true,
    sent: JOURNEY,
  },
  'LANDLORD-DRAFT-02': {
    area: 'resources',
    ...implied('two-sightings'),
    statement: 'A draftId in an answer must be the id of the draft that was called.',
    source: 'Landlord draft; Common path parameters, row draftId',
    operations: ['landlord.draft-create', 'landlord.draft-get', 'landlord.draft-update'],
    rules: ['D4'],
    isUniversal: true,
    sent: `${JOURNEY} The draftId in an answer is compared with the id in the path; the draftId in the answer to a creation is compared with the id under which the draft is then read.`,
  },
} as const satisfies Requirements;
