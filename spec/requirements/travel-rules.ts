import { DRAFTS } from '../probe-descriptions.ts';
import { stated, type Requirements } from '../requirement.ts';

const DELETED_TWICE =
  'An item is added to a draft and deleted twice. If the second deletion succeeds, a PUT is sent to the deleted id, then a DELETE and a PUT to an id that no item ever had.';

const SIDE_BY_SIDE =
  'Four items are added to a draft, one of them is changed, and all are deleted one after the other. If an item is gone before its deletion, each of the operations is tried alone on a fresh draft. Five more items are added at once and deleted one after the other.';

const DELETED_ELSEWHERE =
  'An item is deleted through drafts that have no item with this id, one of its creator and one of another identity, then through its own draft.';

const EMPTY_DELETION =
  'An item is added to a draft and deleted with an empty object as the body. If that is refused twice, the same deletion is sent without a body on a fresh draft. Nothing is sent if the target says that the body does not arrive (decisions.deleteCarriesBody).';

const operations = ['travel.draft-create', 'travel.draft-update'] as const;

/** Coverages of a travel draft. */
export const travelRules = {
  'TRAVEL-ROADSIDE-01': {
    ...stated('accepted-control'),
    statement:
      'No contract may be made from a draft that chooses roadside assistance unless isCarsAgeElligible is true.',
    source: 'Travel draft, rows risk.isCarsAgeElligible and terms.hasRoadsideAssistance',
    operations,
    rules: ['E4', 'V13', 'D1'],
    checkpoint: 'roadsideAssistance',
    sent: DRAFTS,
  },
  'TRAVEL-COVERAGE-01': {
    area: 'protocol',
    ...stated('two-sightings'),
    statement:
      'A chosen accident, baggage or roadside coverage and the family situation must be part of the policy.',
    source: 'Travel draft, rows terms.familySituation and terms.has…',
    operations,
    rules: ['INVISIBLE', 'V15'],
    notObservable:
      'The specification shows no field of a travel contract and no price of a single coverage.',
  },
} as const satisfies Requirements;

const pair = { level: 'implied', proof: 'two-sightings' } as const;
/** A refusal is compared with the same deletion without a body. */
const emptyObject = { level: 'stated', rules: ['D7'], proof: 'accepted-control' } as const;

/**
 * Cars, persons and metadata of a travel draft. Operations on its id show that an added item exists (PATH-01, S16);
 * no answer shows its content (STORAGE-01).
 */
export const travelParts = {
  'TRAVEL-CAR-01': {
    ...pair,
    statement: 'A deleted car must no longer exist.',
    source: 'Endpoints, Delete Car; detail entry T4',
    operations: ['travel.car-delete'],
    rules: ['D6', 'S11'],
    isStateful: true,
    sent: DELETED_TWICE,
  },
  'TRAVEL-CAR-02': {
    ...pair,
    statement: 'Adding, changing or deleting a car must not remove the other cars of the draft.',
    source: 'Endpoints, Post Car, Put Car and Delete Car',
    operations: ['travel.car-post', 'travel.car-put', 'travel.car-delete'],
    rules: ['D13', 'D6'],
    isStateful: true,
    sent: SIDE_BY_SIDE,
  },
  // A PUT under the id of another draft's item may create one here (S11), so only the deletion can fail.
  'TRAVEL-CAR-03': {
    ...pair,
    statement: 'A car must not be deletable through a draft that it does not belong to.',
    source: 'Common path parameters, row carId',
    operations: ['travel.car-delete'],
    rules: ['D5', 'D13', 'S11'],
    sent: DELETED_ELSEWHERE,
  },
  'TRAVEL-CAR-04': {
    isRefusedByAnyCode: true,
    ...emptyObject,
    statement: 'The deletion of a car with an empty JSON object as the body must be accepted.',
    source: 'Detail entry T4',
    operations: ['travel.car-delete'],
    needs: ['deletions-with-body'],
    explains: [{ requirement: 'LEGAL-01' }, { requirement: 'PATH-01' }],
    sent: EMPTY_DELETION,
  },
  'TRAVEL-PERSON-01': {
    ...pair,
    statement: 'A deleted person must no longer exist.',
    source: 'Endpoints, Delete Person',
    operations: ['travel.person-delete'],
    rules: ['D6', 'S11'],
    isStateful: true,
    sent: DELETED_TWICE,
  },
  'TRAVEL-PERSON-02': {
    ...pair,
    statement:
      'Adding, changing or deleting a person must not remove the other persons of the draft.',
    source: 'Endpoints, Post Person, Put Person and Delete Person',
    operations: ['travel.person-post', 'travel.person-put', 'travel.person-delete'],
    rules: ['D13', 'D6'],
    isStateful: true,
    sent: SIDE_BY_SIDE,
  },
  'TRAVEL-PERSON-03': {
    ...pair,
    statement: 'A person must not be deletable through a draft that it does not belong to.',
    source: 'Common path parameters, row personId',
    operations: ['travel.person-delete'],
    rules: ['D5', 'D13', 'S11'],
    sent: DELETED_ELSEWHERE,
  },
  'TRAVEL-METADATA-01': {
    ...pair,
    statement: 'A deleted metadata key must no longer exist.',
    source: 'Endpoints, Delete Metadata; detail entry T5',
    operations: ['travel.metadata-delete'],
    rules: ['D6', 'S11'],
    isStateful: true,
    sent: DELETED_TWICE,
  },
  'TRAVEL-METADATA-02': {
    ...pair,
    statement:
      'Adding, changing or deleting a metadata key must not remove the other keys of the draft.',
    source: 'Endpoints, Post Metadata, Put Metadata and Delete Metadata',
    operations: ['travel.metadata-post', 'travel.metadata-put', 'travel.metadata-delete'],
    rules: ['D13', 'D6'],
    isStateful: true,
    sent: SIDE_BY_SIDE,
  },
  'TRAVEL-METADATA-03': {
    ...pair,
    statement: 'A metadata key must not be deletable through a draft that it does not belong to.',
    source: 'Common path parameters, row keyId',
    operations: ['travel.metadata-delete'],
    rules: ['D5', 'D13', 'S11'],
    sent: DELETED_ELSEWHERE,
  },
  'TRAVEL-METADATA-04': {
    isRefusedByAnyCode: true,
    ...emptyObject,
    statement:
      'The deletion of a metadata key with an empty JSON object as the body must be accepted.',
    source: 'Detail entry T5',
    operations: ['travel.metadata-delete'],
    needs: ['deletions-with-body'],
    explains: [{ requirement: 'LEGAL-01' }, { requirement: 'PATH-01' }],
    sent: EMPTY_DELETION,
  },
  'TRAVEL-ITEM-01': {
    ...pair,
    statement:
      'Updating or pricing a draft, and adding, changing or deleting an item of one kind, must not remove items of the other kinds.',
    source: 'Endpoints, Travel; Common path parameters, rows carId, personId and keyId',
    operations: [
      'travel.draft-update',
      'travel.price-info',
      'travel.price-request',
      'travel.car-post',
      'travel.car-put',
      'travel.car-delete',
      'travel.person-post',
      'travel.person-put',
      'travel.person-delete',
      'travel.metadata-post',
      'travel.metadata-put',
      'travel.metadata-delete',
    ],
    rules: ['D13', 'D6'],
    isStateful: true,
    sent: 'A draft with a car, a person and a metadata key is priced, and updated four times, the last time with its first content, and another car, person and key are added, changed and deleted; then each of the first three is deleted, which must succeed. If one is gone before its deletion, fresh drafts show which call removed it.',
  },
} as const satisfies Requirements;
