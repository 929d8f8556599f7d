import type { Requirement, Requirements } from '../requirement.ts';
import { operationsWhere } from '../operations.ts';

const draftWrites = operationsWhere((row) => ['draft-create', 'draft-update'].includes(row.step));
const never = {
  level: 'stated',
  rules: ['INVISIBLE'],
  proof: 'two-sightings',
} as const satisfies Partial<Requirement>;

/** Requirements that no client can observe: listed, so that nobody takes the absence of a fail for conformance. */
export const invisible = {
  'LANGUAGE-01': {
    ...never,
    level: 'implied',
    statement: 'The policyholder must receive everything in the language of the draft.',
    source: 'Field tables, row language',
    operations: draftWrites,
    rules: ['INVISIBLE', 'V15'],
    notObservable: 'The specification shows no text that depends on a language.',
  },
  'PAPER-01': {
    ...never,
    statement: 'Documents must come on paper instead of by e-mail if requestPaperCopy is true.',
    source: 'Field tables, row terms.requestPaperCopy',
    operations: draftWrites,
    rules: ['INVISIBLE', 'V15'],
    notObservable: 'Documents are delivered outside the interface.',
  },
  'STORAGE-01': {
    ...never,
    level: 'implied',
    statement: 'A draft must hold what was written to it, with its cars, persons and metadata.',
    source: 'What the service does',
    operations: operationsWhere(
      (row) => row.line !== 'landlord' && ['draft-get', 'draft-update'].includes(row.step),
    ),
    rules: ['INVISIBLE', 'D2'],
    notObservable:
      'The specification does not show the fields of jobloss, travel and motor gap resources.',
  },
  'MEANING-01': {
    ...never,
    statement:
      'The data about persons, work, tenancy, cars and vehicles must be true, as the field tables describe them.',
    source: 'Field tables, column Rules',
    operations: draftWrites,
    notObservable: 'The service cannot check the data, and no request shows whether they are true.',
  },
  'CONTRACT-01': {
    ...never,
    level: 'implied',
    statement: 'A contract and its document must match the draft that they were created from.',
    source: 'What the service does',
    operations: operationsWhere((row) =>
      ['contract-create', 'contract-get', 'contract-download'].includes(row.step),
    ),
    notObservable:
      'The specification shows neither the fields of a contract nor the content of its document.',
  },
  'PAYMENT-01': {
    ...never,
    statement: 'The payment status must be that of the payment for the draft.',
    source: 'What the service does',
    operations: operationsWhere((row) => row.step === 'payment-status'),
    rules: ['INVISIBLE', 'S14'],
    notObservable:
      'The specification shows neither the fields and states of a payment nor a way to pay.',
  },
  'STATE-01': {
    ...never,
    level: 'implied',
    statement:
      'Drafts, price requests, contracts and payments must pass through their states in order.',
    source: 'States and transitions',
    operations: draftWrites,
    rules: ['INVISIBLE', 'R5'],
    notObservable: 'The specification shows neither the states nor the transitions.',
  },
  'EVENT-01': {
    ...never,
    statement:
      'A lead by e-mail must be sent by its operation and must not be part of an event stream.',
    source: 'Events',
    operations: operationsWhere((row) => row.step === 'lead-create'),
    notObservable: 'The specification shows no events, callbacks or notifications.',
  },
  'LIMIT-01': {
    ...never,
    level: 'implied',
    statement: 'A service with rate limits or payload size limits must enforce them.',
    source: 'Limits',
    operations: operationsWhere(() => true),
    rules: ['INVISIBLE', 'S8'],
    notObservable: 'The specification gives no figures.',
  },
} as const satisfies Requirements;

const joblossWrites = ['jobloss.draft-create', 'jobloss.draft-update'] as const;

/** Requirements of single lines that no client can observe. */
export const invisibleLines = {
  'JOBLOSS-INSURED-01': {
    ...never,
    statement: 'The policyholder must be a physical person and also the insured person.',
    source: 'Jobloss draft, row policyholder',
    operations: joblossWrites,
    notObservable: 'No answer shows who is insured.',
  },
  'JOBLOSS-LABEL-01': {
    ...never,
    statement: 'The commercial name must be the label that identifies the product.',
    source: 'Jobloss draft, terms, row commercialName',
    operations: joblossWrites,
    rules: ['INVISIBLE', 'V15', 'C12'],
    notObservable: 'The specification does not list the products.',
  },
  'GAP-CASCO-01': {
    ...never,
    statement: 'The casco factors must determine the casco value.',
    source: 'Motor gap draft, row risk.cascoFactors',
    operations: ['gap.draft-update'],
    rules: ['INVISIBLE', 'R3'],
    notObservable: 'The specification does not say how the insurer calculates the value.',
  },
  'GAP-INVOICE-03': {
    area: 'prices',
    ...never,
    statement:
      'If isPurchasedInLast6Months is true, the purchase must be assumed to lie within the 6 months before the contract.',
    source: 'Motor gap draft, rule below the table',
    operations: ['gap.price-request'],
    rules: ['INVISIBLE', 'E7'],
    notObservable:
      'Without a purchase date, no two requests differ in this assumption alone; with an old date, the specification does not say which of the two wins.',
  },
  'GAP-WHITELABEL-02': {
    area: 'rules',
    ...never,
    statement:
      'The white label must decide which rules and templates a draft and its objects follow.',
    source: 'Motor gap draft, row whiteLabelId',
    operations: ['gap.draft-update'],
    notObservable: 'The specification shows neither the rules nor the templates of a white label.',
  },
} as const satisfies Requirements;
