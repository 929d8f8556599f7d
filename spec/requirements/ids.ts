import { PROBES } from '../what-is-sent.ts';
import { implied, stated, type Requirements } from '../requirement.ts';
import { operationsWhere } from '../operations.ts';

const source = 'Common path parameters; Errors, 404';

/**
 * Ids that lead nowhere. For cars, persons and metadata only the deletion is judged: a put under an unknown id may
 * create the item (S11, D6), so no answer to it could fail.
 */
export const ids = {
  'ID-01': {
    ...stated('accepted-twin'),
    statement: 'An unknown draftId must be refused, with 404 if the operation lists it.',
    source,
    operations: operationsWhere((row) => row.path.includes('{draftId}')),
    rules: ['S11', 'S5', 'S12'],
    sent: `${PROBES} The fault: a real id with characters of its middle changed, so that nobody handed it out.`,
  },
  'ID-02': {
    ...stated('accepted-twin'),
    statement: 'An unknown contractId must be refused.',
    source,
    operations: operationsWhere((row) => row.path.includes('{contractId}')),
    rules: ['S11', 'S12'],
    sent: `${PROBES} The fault: a real id with characters of its middle changed, so that nobody handed it out.`,
  },
  'ID-03': {
    ...stated('accepted-twin'),
    statement: 'The deletion of a car with an unknown carId must be answered with 404.',
    source: `${source}; detail entry T4`,
    operations: ['travel.car-delete'],
    rules: ['S11', 'D6', 'S12'],
    sent: `${PROBES} The fault: a real id with characters of its middle changed, so that nobody handed it out.`,
  },
  'ID-04': {
    ...stated('accepted-twin'),
    statement: 'The deletion of a person with an unknown personId must be refused.',
    source,
    operations: ['travel.person-delete'],
    rules: ['S11', 'D6', 'S12'],
    sent: `${PROBES} The fault: a real id with characters of its middle changed, so that nobody handed it out.`,
  },
  'ID-05': {
    ...stated('accepted-twin'),
    statement: 'The deletion of metadata with an unknown keyId must be answered with 404.',
    source: `${source}; detail entry T5`,
    operations: ['travel.metadata-delete'],
    rules: ['S11', 'D5', 'D6', 'S12'],
    sent: `${PROBES} The fault: a real id with characters of its middle changed, so that nobody handed it out.`,
  },
  'ID-06': {
    ...implied('accepted-twin'),
    statement: 'A draftId of one line must be unknown on every other line.',
    source,
    operations: operationsWhere((row) => row.path.includes('{draftId}')),
    rules: ['D12', 'S11'],
    sent: 'Each line is asked for a draft of each of the other lines, where their ids look random, and for one of its own, which has to be served. Every other operation on a draft is called with the id of one of another line, then with its own.',
  },
  'ID-07': {
    ...implied('accepted-twin'),
    statement: 'A contractId of one line must be unknown on every other line.',
    source,
    operations: operationsWhere((row) => row.path.includes('{contractId}')),
    rules: ['D12', 'S11'],
    sent: 'Each line is asked for a contract of each of the other lines, where their ids look random, and for one of its own, which has to be served.',
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
    sent: 'Drafts are created one after the other, and twenty at once, as far as limits.concurrency allows; the ids of each, and of all other drafts of the run, are compared.',
  },
  'UNIQUE-02': {
    ...stated('two-sightings'),
    statement: 'The contracts of two drafts must never get the same contractId.',
    source: 'Common path parameters, row contractId',
    operations: operationsWhere((row) => row.step === 'contract-create'),
    rules: ['D11', 'D4'],
    sent: 'Contracts are made of several drafts; the ids of all contracts of the run are compared.',
  },
  'UNIQUE-03': {
    ...stated('two-sightings'),
    statement: 'Two cars must never get the same carId.',
    source: 'Common path parameters, row carId',
    operations: ['travel.car-post'],
    rules: ['D11', 'D4'],
    isStateful: true,
    sent: 'Several cars are added to each of two drafts; the ids of all cars of the run are compared, and those of five cars that are added at once.',
  },
  'UNIQUE-04': {
    ...stated('two-sightings'),
    statement: 'Two metadata keys of a draft must never get the same keyId.',
    source: 'Common path parameters, row keyId',
    operations: ['travel.metadata-post'],
    rules: ['D11', 'D5', 'D4'],
    isStateful: true,
    sent: 'Several keys are added to one draft, one after the other and at once, and some that differ from another in case, end or length alone; their ids are compared.',
  },
} as const satisfies Requirements;
