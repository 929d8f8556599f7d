import type { Requirement, Requirements } from '../requirement.ts';

const joblossWrites = ['jobloss.draft-create', 'jobloss.draft-update'] as const;
const never = {
  level: 'stated',
  rules: ['INVISIBLE'],
  proof: 'two-sightings',
} as const satisfies Partial<Requirement>;

/** What shows to no client, of single lines. */
export const invisibleLines = {
  'JOBLOSS-INSURED-01': {
    ...never,
    statement: 'The policyholder is a physical person and also the insured person.',
    source: 'Jobloss draft, row policyholder',
    operations: joblossWrites,
    notObservable: 'Who is insured is not shown.',
  },
  'JOBLOSS-LABEL-01': {
    ...never,
    statement: 'The commercial name is the label that identifies the product.',
    source: 'Jobloss draft, terms, row commercialName',
    operations: joblossWrites,
    rules: ['INVISIBLE', 'V15', 'C12'],
    notObservable: 'No list of products is shown.',
  },
  'GAP-CASCO-01': {
    ...never,
    statement: 'The casco factors determine the casco value.',
    source: 'Motor gap draft, row risk.cascoFactors',
    operations: ['gap.draft-update'],
    rules: ['INVISIBLE', 'R3'],
    notObservable: 'The insurer determines the value in a way that is not shown.',
  },
  'GAP-INVOICE-03': {
    ...never,
    statement:
      'A purchase with isPurchasedInLast6Months true is taken to lie within 6 months before the contract.',
    source: 'Motor gap draft, rule below the table',
    operations: ['gap.price-request'],
    rules: ['INVISIBLE', 'E7'],
    notObservable:
      'Without a date no twin differs in the assumption alone, and against an old date either clause may win.',
  },
  'GAP-WHITELABEL-02': {
    ...never,
    statement: 'The white label decides which rules and templates a draft and its objects follow.',
    source: 'Motor gap draft, row whiteLabelId',
    operations: ['gap.draft-update'],
    notObservable: 'Neither the rules nor the templates of a white label are shown.',
  },
} as const satisfies Requirements;
