import { JOURNEY, DRAFTS, LEGAL_VALUES } from '../probe-descriptions.ts';
import { implied, stated, type Requirements } from '../requirement.ts';
import { operationsWhere } from '../operations.ts';

/** Drafts and their life cycle. */
export const drafts = {
  'DRAFT-01': {
    ...implied('two-sightings'),
    statement: 'A created draft must be readable by its creator.',
    source: 'Endpoints, Draft Get; Errors, 404',
    operations: ['jobloss.draft-get', 'travel.draft-get', 'landlord.draft-get', 'gap.draft-get'],
    rules: ['D3', 'S16'],
    isUniversal: true,
    isStateful: true,
    sent: `${JOURNEY} Every draft is read after it was created and after it was updated.`,
  },
  'DRAFT-02': {
    ...implied('accepted-control'),
    statement: 'A draft must be creatable from an empty object, since every field is optional.',
    source: 'Jobloss draft; Travel draft; Landlord draft',
    operations: ['jobloss.draft-create', 'travel.draft-create', 'landlord.draft-create'],
    rules: ['D8', 'V17'],
    sent: 'A draft is created from an empty object. If that is refused, a complete draft is created for comparison.',
  },
  'DRAFT-03': {
    area: 'state',
    ...implied('two-sightings'),
    statement: 'Reading or updating a draft must leave it readable.',
    source: 'Common path parameters, row draftId; Endpoints, Draft Get and Draft Update',
    operations: operationsWhere((row) => ['draft-get', 'draft-update'].includes(row.step)),
    rules: ['D13', 'D3'],
    isStateful: true,
    sent: 'A draft of each line is read several times in a row, then updated and read again, twice; every read must succeed. Another draft is updated and priced by several calls at once, then read.',
  },
  'DRAFT-04': {
    area: 'state',
    ...implied('two-sightings'),
    statement: 'Creating or updating a draft must leave other drafts readable and unchanged.',
    source: 'Common path parameters, row draftId; Endpoints, Draft Create and Draft Update',
    operations: operationsWhere((row) => ['draft-create', 'draft-update'].includes(row.step)),
    rules: ['D13', 'D2'],
    isStateful: true,
    sent: 'Three drafts of a line are created, the first two for the same customer, and the second is updated. After each step the other drafts are read again; a landlord draft must show what it showed before.',
  },
  'DRAFT-05': {
    ...implied('two-sightings'),
    statement: 'A refused call must change nothing.',
    source: 'Errors, 400, 401, 403 and 404; Common path parameters',
    operations: [
      'landlord.draft-update',
      'travel.car-put',
      'travel.car-delete',
      'travel.person-put',
      'travel.person-delete',
      'travel.metadata-put',
      'travel.metadata-delete',
    ],
    rules: ['D13', 'D2', 'D6'],
    isStateful: true,
    sent: 'A landlord draft is read, updated by calls that must be refused (faulty bodies, no credential, another identity, no version, another country) and read again: it must show what it showed before. A car, a person and a metadata key are changed and deleted by such calls and then deleted by a legal one, which must succeed and, if its answer shows the item, show it as it was added.',
  },
} as const satisfies Requirements;

const writes = [
  'travel.draft-create',
  'travel.draft-update',
  'landlord.draft-create',
  'landlord.draft-update',
  'gap.draft-update',
] as const;

/** The policyholder. */
export const policyholders = {
  'POLICYHOLDER-01': {
    ...stated('accepted-control'),
    statement: 'No contract may be made for a policyholder who is both a person and a company.',
    source: 'Shared types; Travel draft and Motor gap draft, row policyholder',
    operations: writes,
    rules: ['E4', 'E5', 'D1'],
    checkpoint: 'personXorCompany',
    sent: DRAFTS,
  },
  'POLICYHOLDER-02': {
    ...stated('two-sightings'),
    statement:
      'A policyholder with a VAT number must be treated as a company whatever its legal form.',
    source: 'Shared types',
    operations: ['jobloss.draft-create', 'jobloss.draft-update', ...writes],
    rules: ['INVISIBLE', 'C9'],
    notObservable: 'The specification does not say how the treatment of a company differs.',
  },
} as const satisfies Requirements;

/** The start of a policy. That a date within the limit is accepted belongs to the legal values of terms.startDate. */
export const startDates = {
  'STARTDATE-01': {
    ...stated('accepted-control'),
    statement: 'No policy may start more than 30 days after its purchase date.',
    source: 'Limits, Start date deferral; Jobloss, Travel and Landlord draft, row terms.startDate',
    operations: [
      'jobloss.draft-create',
      'jobloss.draft-update',
      'travel.draft-create',
      'travel.draft-update',
      'landlord.draft-create',
      'landlord.draft-update',
    ],
    rules: ['E6', 'W3', 'E4'],
    needs: ['purchase-at-contract'],
    checkpoint: 'startDate',
    sent: DRAFTS,
  },
} as const satisfies Requirements;

/** Lists of key-value items: jobloss metadata and motor gap partnerReference. */
export const keyValues = {
  'KEYVALUE-01': {
    ...stated('accepted-control-two-bodies'),
    statement:
      'A list of key-value items must be accepted if two items have the same key, since keys need not be unique.',
    source:
      'Shared types, Key-value item; Motor gap draft, row partnerReference[]; Price request body (motor gap)',
    operations: [
      'jobloss.draft-create',
      'jobloss.draft-update',
      'gap.draft-update',
      'gap.lead-create',
      'gap.price-request',
    ],
    rules: ['V10', 'V17'],
    explains: [{ requirement: 'LEGAL-01' }],
    sent: LEGAL_VALUES,
  },
} as const satisfies Requirements;
