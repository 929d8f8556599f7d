import { PROBES } from '../probe-descriptions.ts';
import { implied, stated, type Requirements } from '../requirement.ts';
import { operationsWhere } from '../operations.ts';

const source = 'Common path parameters; Errors, 404';

/**
 * Unknown ids. For cars, persons and metadata only the deletion is judged: a PUT under an unknown id may create the
 * item (S11, D6), so no answer to it could fail.
 */
export const ids = {
  'ID-01': {
    ...stated('accepted-control'),
    statement: 'An unknown draftId must be refused, with 404 if the operation lists it.',
    source,
    operations: operationsWhere((row) => row.path.includes('{draftId}')),
    rules: ['S11', 'S5', 'S12'],
    sent: `${PROBES} The fault: a real id with characters in its middle changed, so that no object has it.`,
  },
  'ID-02': {
    ...stated('accepted-control'),
    statement: 'An unknown contractId must be refused.',
    source,
    operations: operationsWhere((row) => row.path.includes('{contractId}')),
    rules: ['S11', 'S12'],
    sent: `${PROBES} The fault: a real id with characters in its middle changed, so that no object has it.`,
  },
  'ID-03': {
    ...stated('accepted-control'),
    statement: 'The deletion of a car with an unknown carId must be answered with 404.',
    source: `${source}; detail entry T4`,
    operations: ['travel.car-delete'],
    rules: ['S11', 'D6', 'S12'],
    sent: `${PROBES} The fault: a real id with characters in its middle changed, so that no object has it.`,
  },
  'ID-04': {
    ...stated('accepted-control'),
    statement: 'The deletion of a person with an unknown personId must be refused.',
    source,
    operations: ['travel.person-delete'],
    rules: ['S11', 'D6', 'S12'],
    sent: `${PROBES} The fault: a real id with characters in its middle changed, so that no object has it.`,
  },
  'ID-05': {
    ...stated('accepted-control'),
    statement: 'The deletion of metadata with an unknown keyId must be answered with 404.',
    source: `${source}; detail entry T5`,
    operations: ['travel.metadata-delete'],
    rules: ['S11', 'D5', 'D6', 'S12'],
    sent: `${PROBES} The fault: a real id with characters in its middle changed, so that no object has it.`,
  },
  'ID-06': {
    area: 'state',
    ...implied('accepted-control'),
    statement: 'A draftId of one line must be unknown on every other line.',
    source,
    operations: operationsWhere((row) => row.path.includes('{draftId}')),
    rules: ['D12', 'S11'],
    sent: 'On each line, a draft of every other line is read, if the ids look random, and then a draft of its own, which must be found. Every other operation on a draft is called with the id of a draft of another line, then with the id of one of its own.',
  },
  'ID-07': {
    area: 'state',
    ...implied('accepted-control'),
    statement: 'A contractId of one line must be unknown on every other line.',
    source,
    operations: operationsWhere((row) => row.path.includes('{contractId}')),
    rules: ['D12', 'S11'],
    sent: 'On each line, a contract of every other line is read, if the ids look random, and then a contract of its own, which must be found.',
  },
} as const satisfies Requirements;

/** Ids that the specification calls unique. Ids of persons are not (D5, D11). */
export const uniqueIds = {
  'UNIQUE-01': {
    ...stated('two-sightings'),
    statement: 'Two drafts must never get the same draftId.',
    source: 'Common path parameters, row draftId',
    operations: operationsWhere((row) => row.step === 'draft-create'),
    rules: ['D11', 'D4'],
    sent: 'Drafts are created one after the other, and eight at once (in a certify twelve), as far as limits.concurrency allows; the ids of all drafts of the run are compared.',
  },
  'UNIQUE-02': {
    ...stated('two-sightings'),
    statement: 'The contracts of two drafts must never get the same contractId.',
    source: 'Common path parameters, row contractId',
    operations: operationsWhere((row) => row.step === 'contract-create'),
    rules: ['D11', 'D4'],
    sent: 'Contracts are created from several drafts; the ids of all contracts of the run are compared.',
  },
  'UNIQUE-03': {
    ...stated('two-sightings'),
    statement: 'Two cars must never get the same carId.',
    source: 'Common path parameters, row carId',
    operations: ['travel.car-post'],
    rules: ['D11', 'D4'],
    isStateful: true,
    sent: 'Several cars are added to each of two drafts, and five at once to another; the ids of all cars of the run are compared.',
  },
  'UNIQUE-04': {
    ...stated('two-sightings'),
    statement: 'Two metadata keys of a draft must never get the same keyId.',
    source: 'Common path parameters, row keyId',
    operations: ['travel.metadata-post'],
    rules: ['D11', 'D5', 'D4'],
    isStateful: true,
    sent: 'Several keys are added to one draft, one after the other and at once, among them keys that differ only in case, ending or length; their ids are compared.',
  },
} as const satisfies Requirements;
