import type { Step } from '../operation.ts';
import { implied, stated, type Requirements } from '../requirement.ts';
import { ALL, operationsWhere } from '../operations.ts';

/** What a right to read a draft is about. */
const READING: readonly Step[] = [
  'draft-get',
  'payment-status',
  'contract-get',
  'contract-download',
];

/** D10: what shows a draft or a contract, and what changes it or makes something of it. */
const ofOthers = (reading: boolean) =>
  operationsWhere(
    (row) => /\{(draft|contract)Id\}/.test(row.path) && READING.includes(row.step) === reading,
  );

/** Who may call, and what a caller without right gets to see. */
export const authentication = {
  'AUTH-01': {
    ...stated('accepted-twin'),
    statement: 'A request without a credential is answered with 401.',
    source: 'Authentication 1; Errors, 401',
    operations: ALL,
    rules: ['S10', 'P1', 'S12'],
  },
  'AUTH-02': {
    ...stated('accepted-twin'),
    statement: 'A request with a credential that does not authenticate is answered with 401.',
    source: 'Authentication 1; Errors, 401',
    operations: ALL,
    rules: ['S10', 'P1', 'S12'],
  },
  'AUTH-03': {
    ...stated('accepted-twin'),
    statement:
      'A known caller without the right to an operation is answered with 403, or with 404 where that conceals the object.',
    source: 'Authentication 1; Errors, 403',
    operations: ALL,
    rules: ['S10', 'P1', 'S12'],
  },
  'AUTH-04': {
    ...implied('two-sightings'),
    statement: 'A refusal for want of a credential or a right shows nothing of the draft.',
    source: 'Authentication 1; Errors, 401, 403 and 404',
    operations: operationsWhere((row) => row.path.includes('{draftId}')),
    rules: ['S13', 'P1'],
  },
  'AUTH-05': {
    ...implied('two-sightings'),
    statement:
      'A caller who has no right to a draft cannot read it, its payment status, its contract or the document.',
    source: 'Authentication 1; Errors, 403',
    operations: ofOthers(true),
    rules: ['D10', 'S10', 'P1'],
  },
  'AUTH-06': {
    ...implied('two-sightings'),
    statement:
      'A caller who has no right to a draft can neither change it nor have anything made of it: a price, terms, a lead, a contract.',
    source: 'Authentication 1; Errors, 403',
    operations: ofOthers(false),
    rules: ['D10', 'S10', 'P1'],
  },
} as const satisfies Requirements;
