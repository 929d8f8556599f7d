import { ALL_FAULTS } from '../../generators/invalid/all-faults.ts';
import type { RequirementId } from '../../spec/catalogue.ts';

const WRITTEN = [
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
  ...WRITTEN,
  ...new Set(ONE_SHOTS.map(({ requirement }) => requirement)),
];
