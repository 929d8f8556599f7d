import { stated, type Requirements } from '../requirement.ts';

const operations = ['travel.draft-create', 'travel.draft-update'] as const;

/** Coverages of a travel draft. */
export const travelRules = {
  'TRAVEL-ROADSIDE-01': {
    ...stated('accepted-twin'),
    statement:
      'No contract is made of a draft that chooses roadside assistance unless isCarsAgeElligible is true.',
    source: 'Travel draft, rows risk.isCarsAgeElligible and terms.hasRoadsideAssistance',
    operations,
    rules: ['E4', 'V13', 'D1'],
  },
  'TRAVEL-COVERAGE-01': {
    ...stated('two-sightings'),
    statement:
      'A chosen accident, baggage or roadside coverage and the family situation become part of the policy.',
    source: 'Travel draft, rows terms.familySituation and terms.has…',
    operations,
    rules: ['INVISIBLE', 'V15'],
    notObservable: 'No field of a travel contract is shown, and no price is tied to a coverage.',
  },
} as const satisfies Requirements;

const twins = { level: 'implied', proof: 'two-sightings' } as const;
/** Refused, it is compared with the same deletion without a body. */
const emptyObject = { level: 'stated', rules: ['D7'], proof: 'accepted-twin' } as const;

/**
 * Cars, persons and metadata of a travel draft. That what was added is there shows in the operations on its id
 * (PATH-01, S16); that it holds what was sent shows nowhere (STORAGE-01).
 */
export const travelParts = {
  'TRAVEL-CAR-01': {
    ...twins,
    statement: 'A deleted car is gone.',
    source: 'Endpoints, Delete Car; detail entry T4',
    operations: ['travel.car-delete'],
    rules: ['D6', 'S11'],
  },
  'TRAVEL-CAR-02': {
    ...twins,
    statement: 'Adding, changing or deleting a car leaves the other cars of the draft.',
    source: 'Endpoints, Post Car, Put Car and Delete Car',
    operations: ['travel.car-post', 'travel.car-put', 'travel.car-delete'],
    rules: ['D13', 'D6'],
  },
  // A put under the id of another draft's item may create one here (S11), so only the deletion can fail.
  'TRAVEL-CAR-03': {
    ...twins,
    statement: 'A car cannot be deleted through a draft that it is not on.',
    source: 'Common path parameters, row carId',
    operations: ['travel.car-delete'],
    rules: ['D5', 'D13', 'S11'],
  },
  'TRAVEL-CAR-04': {
    ...emptyObject,
    statement: 'A deletion of a car takes its empty JSON object.',
    source: 'Detail entry T4',
    operations: ['travel.car-delete'],
  },
  'TRAVEL-PERSON-01': {
    ...twins,
    statement: 'A deleted person is gone.',
    source: 'Endpoints, Delete Person',
    operations: ['travel.person-delete'],
    rules: ['D6', 'S11'],
  },
  'TRAVEL-PERSON-02': {
    ...twins,
    statement: 'Adding, changing or deleting a person leaves the other persons of the draft.',
    source: 'Endpoints, Post Person, Put Person and Delete Person',
    operations: ['travel.person-post', 'travel.person-put', 'travel.person-delete'],
    rules: ['D13', 'D6'],
  },
  'TRAVEL-PERSON-03': {
    ...twins,
    statement: 'A person cannot be deleted through a draft that it is not on.',
    source: 'Common path parameters, row personId',
    operations: ['travel.person-delete'],
    rules: ['D5', 'D13', 'S11'],
  },
  'TRAVEL-METADATA-01': {
    ...twins,
    statement: 'A deleted metadata key is gone.',
    source: 'Endpoints, Delete Metadata; detail entry T5',
    operations: ['travel.metadata-delete'],
    rules: ['D6', 'S11'],
  },
  'TRAVEL-METADATA-02': {
    ...twins,
    statement: 'Adding, changing or deleting a metadata key leaves the other keys of the draft.',
    source: 'Endpoints, Post Metadata, Put Metadata and Delete Metadata',
    operations: ['travel.metadata-post', 'travel.metadata-put', 'travel.metadata-delete'],
    rules: ['D13', 'D6'],
  },
  'TRAVEL-METADATA-03': {
    ...twins,
    statement: 'A metadata key cannot be deleted through a draft that it is not on.',
    source: 'Common path parameters, row keyId',
    operations: ['travel.metadata-delete'],
    rules: ['D5', 'D13', 'S11'],
  },
  'TRAVEL-METADATA-04': {
    ...emptyObject,
    statement: 'A deletion of a metadata key takes its empty JSON object.',
    source: 'Detail entry T5',
    operations: ['travel.metadata-delete'],
  },
} as const satisfies Requirements;
