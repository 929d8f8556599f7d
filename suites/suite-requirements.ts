import type { RequirementId } from '../spec/catalogue.ts';
import { ALL_FAULTS } from '../generators/invalid/all-faults.ts';

const WRITTEN: ReadonlySet<RequirementId> = new Set<RequirementId>([
  'PATH-01',
  'LEGAL-01',
  'ERROR-01',
  'STATUS-01',
  'LASTMOD-02',
  'RESOURCE-01',
  'DRAFT-01',
  'GAP-CONTRACT-02',
  'GAP-CONTRACT-03',
  'LANDLORD-DRAFT-01',
  'LANDLORD-DRAFT-02',
  'PRICE-01',
  'AMOUNT-02',
]);
const GENERATED = ['LANDLORD-RESOURCE-', 'PRICE-FIELD-', 'PRICE-ALTERNATIVE-'];

/** What a journey answers for: the forms of a success on every operation that it takes. */
export const isJourneyRequirement = (id: RequirementId): boolean =>
  WRITTEN.has(id) || GENERATED.some((prefix) => id.startsWith(prefix));

const STATEFUL = [
  'PATH-01',
  'LEGAL-01',
  'ERROR-01',
  'DRAFT-01',
  'DRAFT-03',
  'DRAFT-04',
  'UNIQUE-03',
  'UNIQUE-04',
  'TRAVEL-CAR-02',
  'TRAVEL-PERSON-02',
  'TRAVEL-METADATA-02',
  'GAP-PRICE-01',
  'GAP-PRICE-04',
  'GAP-CONTRACT-01',
  'LANDLORD-READBACK-',
];

/** Whether sequences are played on account of a requirement: it can be broken in a state that only they reach. */
export const isStateful = (id: RequirementId): boolean =>
  STATEFUL.some((beginning) => id.startsWith(beginning));

/** Whether a sequence can show a requirement to be broken; all of them are judged by other suites, too. */
export const isSequenceRequirement = (id: RequirementId): boolean =>
  isStateful(id) || isJourneyRequirement(id);

const PROTOCOL = [
  'VERSION-01',
  'VERSION-02',
  'VERSION-03',
  'COUNTRY-01',
  'COUNTRY-02',
  'AUTH-01',
  'AUTH-02',
  'AUTH-03',
  'DRAFT-02',
  'TRAVEL-CAR-04',
  'TRAVEL-METADATA-04',
  'ID-01',
  'ID-02',
  'ID-03',
  'ID-04',
  'ID-05',
  'BODY-01',
  'BODY-02',
  'BODY-03',
  'BODY-04',
  'BODY-05',
  'STATUS-02',
  'STATUS-03',
] as const satisfies readonly RequirementId[];

const ONE_SHOTS = ALL_FAULTS.filter(({ body }) => !body.endsWith('-draft'));

/** What the sessions judge, on every operation that the catalogue names for it: the protocol, and one-shot bodies (E10). */
export const SESSION_REQUIREMENTS: readonly RequirementId[] = [
  ...PROTOCOL,
  ...new Set(ONE_SHOTS.map(({ requirement }) => requirement)),
];
