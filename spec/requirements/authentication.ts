import { PROBES } from '../probe-descriptions.ts';
import type { Step } from '../operation.ts';
import { implied, stated, type Requirements } from '../requirement.ts';
import { ALL, operationsWhere } from '../operations.ts';

const FOREIGN =
  'Each operation that names a draft or a contract is called by its owner and by another identity, if the target says what that identity may do there (decisions.othersMay).';

/** Steps that only read a draft or its contract. */
const READING: readonly Step[] = [
  'draft-get',
  'payment-status',
  'contract-get',
  'contract-download',
];

/** D10: operations that read a draft or a contract, or those that change or use it. */
const ofOthers = (reading: boolean) =>
  operationsWhere(
    (row) => /\{(draft|contract)Id\}/.test(row.path) && READING.includes(row.step) === reading,
  );

/** Authentication, and access of callers without rights. */
export const authentication = {
  'AUTH-01': {
    ...stated('accepted-control'),
    statement: 'A request without a credential must be answered with 401.',
    source: 'Authentication 1; Errors, 401',
    operations: ALL,
    rules: ['S10', 'P1', 'S12'],
    needs: ['authentication'],
    unwaivable: 'authentication',
    sent: `${PROBES} The faults: no credential, and an empty one.`,
  },
  'AUTH-02': {
    ...stated('accepted-control'),
    statement: 'A request with an invalid credential must be answered with 401.',
    source: 'Authentication 1; Errors, 401',
    operations: ALL,
    rules: ['S10', 'P1', 'S12'],
    needs: ['authentication'],
    unwaivable: 'authentication',
    sent: `${PROBES} The faults: a credential with four characters changed, a truncated one and an extended one, and the invalid one that the target file gives, if any.`,
  },
  'AUTH-03': {
    ...stated('accepted-control'),
    statement:
      'A caller without the right to an operation must be answered with 403, or with 404 if that conceals the object.',
    source: 'Authentication 1; Errors, 403',
    operations: ALL,
    rules: ['S10', 'P1', 'S12'],
    needs: ['caller-without-rights'],
    unwaivable: 'authentication',
    sent: `${PROBES} The fault: the credential of the identity without rights.`,
  },
  'AUTH-04': {
    area: 'state',
    ...implied('two-sightings'),
    statement:
      'A refusal for a missing credential or right must not disclose any data of the draft.',
    source: 'Authentication 1; Errors, 401, 403 and 404',
    operations: operationsWhere((row) => row.path.includes('{draftId}')),
    rules: ['S13', 'P1'],
    needs: ['refused-caller'],
    unwaivable: 'ownership',
    sent: 'Each operation is called on a draft of the owner, with other data, by every caller that must be refused: without a credential, with an invalid one, as the identity without rights and, if it may not touch the draft, as another identity. The answers are searched for names, streets, numbers and addresses from the draft.',
  },
  'AUTH-05': {
    area: 'state',
    ...implied('two-sightings'),
    statement:
      'A caller without rights to a draft must not be able to read it, its payment status, its contract or the document.',
    source: 'Authentication 1; Errors, 403',
    operations: ofOthers(true),
    rules: ['D10', 'S10', 'P1'],
    needs: ['other-may-not-read'],
    unwaivable: 'ownership',
    sent: `${FOREIGN} The owner reads the object first, then the other identity does: a draft when it is new, after it was priced and once it has a contract. The other identity has a draft of its own by then, or for the document a contract.`,
  },
  'AUTH-06': {
    area: 'state',
    ...implied('two-sightings'),
    statement:
      'A caller without rights to a draft must not be able to change it or to create anything from it: a price, terms, a lead, a contract.',
    source: 'Authentication 1; Errors, 403',
    operations: ofOthers(false),
    rules: ['D10', 'S10', 'P1'],
    needs: ['other-may-not-change'],
    unwaivable: 'ownership',
    sent: `${FOREIGN} The other identity calls first, on a fresh draft each time, with a body that is valid for the owner. If it is refused, the owner makes the same call; if it is accepted, the owner reads what the call changed.`,
  },
} as const satisfies Requirements;
