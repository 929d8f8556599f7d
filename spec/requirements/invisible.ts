import type { Requirement, Requirements } from '../requirement.ts';
import { operationsWhere } from '../operations.ts';

const draftWrites = operationsWhere((row) => ['draft-create', 'draft-update'].includes(row.step));
const never = {
  level: 'stated',
  rules: ['INVISIBLE'],
  proof: 'two-sightings',
} as const satisfies Partial<Requirement>;

/** Requirements that no client can observe: listed, so that the absence of a fail is not taken for conformance. */
export const invisible = {
  'LANGUAGE-01': {
    ...never,
    level: 'implied',
    statement: 'The language of a draft must take effect on what its policyholder receives.',
    source: 'Field tables, row language',
    operations: draftWrites,
    rules: ['INVISIBLE', 'V15'],
    notObservable: 'Nothing that is written in a language is shown.',
  },
  'PAPER-01': {
    ...never,
    statement: 'Documents must come on paper instead of by e-mail if requestPaperCopy is true.',
    source: 'Field tables, row terms.requestPaperCopy',
    operations: draftWrites,
    rules: ['INVISIBLE', 'V15'],
    notObservable: 'Documents arrive outside the interface.',
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
    notObservable: 'The fields of jobloss, travel and motor gap resources are not shown.',
  },
  'MEANING-01': {
    ...never,
    statement:
      'Answers about persons, work, tenancy, cars and vehicles must mean what their rows say of the world.',
    source: 'Field tables, column Rules',
    operations: draftWrites,
    notObservable:
      'The service can only take what it is told; no request shows whether it is true.',
  },
  'CONTRACT-01': {
    ...never,
    level: 'implied',
    statement: 'A contract and its document must be those of the draft that was turned into it.',
    source: 'What the service does',
    operations: operationsWhere((row) =>
      ['contract-create', 'contract-get', 'contract-download'].includes(row.step),
    ),
    notObservable: 'Neither the fields of a contract nor the content of its document are shown.',
  },
  'PAYMENT-01': {
    ...never,
    statement: 'The payment status must be that of the payment for the draft.',
    source: 'What the service does',
    operations: operationsWhere((row) => row.step === 'payment-status'),
    rules: ['INVISIBLE', 'S14'],
    notObservable: 'Neither the fields and states of a payment nor a way to pay are shown.',
  },
  'STATE-01': {
    ...never,
    level: 'implied',
    statement:
      'Drafts, price requests, contracts and payments must pass through their states in order.',
    source: 'States and transitions',
    operations: draftWrites,
    rules: ['INVISIBLE', 'R5'],
    notObservable: 'Neither states nor transitions are shown.',
  },
  'EVENT-01': {
    ...never,
    statement:
      'A lead sent by e-mail must be the output of its operation and not part of an event stream.',
    source: 'Events',
    operations: operationsWhere((row) => row.step === 'lead-create'),
    notObservable: 'Events, callbacks and notifications are not shown.',
  },
  'LIMIT-01': {
    ...never,
    level: 'implied',
    statement: 'Rate limits and limits on the payload size must hold if a service has them.',
    source: 'Limits',
    operations: operationsWhere(() => true),
    rules: ['INVISIBLE', 'S8'],
    notObservable: 'No figure is shown.',
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
    notObservable: 'Who is insured is not shown.',
  },
  'JOBLOSS-LABEL-01': {
    ...never,
    statement: 'The commercial name must be the label that identifies the product.',
    source: 'Jobloss draft, terms, row commercialName',
    operations: joblossWrites,
    rules: ['INVISIBLE', 'V15', 'C12'],
    notObservable: 'No list of products is shown.',
  },
  'GAP-CASCO-01': {
    ...never,
    statement: 'The casco factors must determine the casco value.',
    source: 'Motor gap draft, row risk.cascoFactors',
    operations: ['gap.draft-update'],
    rules: ['INVISIBLE', 'R3'],
    notObservable: 'The insurer determines the value in a way that is not shown.',
  },
  'GAP-INVOICE-03': {
    ...never,
    statement:
      'A purchase with isPurchasedInLast6Months true must be taken to lie within 6 months before the contract.',
    source: 'Motor gap draft, rule below the table',
    operations: ['gap.price-request'],
    rules: ['INVISIBLE', 'E7'],
    notObservable:
      'Without a date no twin differs in the assumption alone, and against an old date either clause may win.',
  },
  'GAP-WHITELABEL-02': {
    ...never,
    statement:
      'The white label must decide which rules and templates a draft and its objects follow.',
    source: 'Motor gap draft, row whiteLabelId',
    operations: ['gap.draft-update'],
    notObservable: 'Neither the rules nor the templates of a white label are shown.',
  },
} as const satisfies Requirements;
