import type { RequirementId } from '../../spec/catalogue.ts';

/** What the sessions of the protocol suite judge, on every operation that the catalogue names for it. */
export const PROTOCOL_REQUIREMENTS = [
  'VERSION-01',
  'VERSION-02',
  'COUNTRY-01',
  'COUNTRY-02',
  'AUTH-01',
  'AUTH-02',
  'AUTH-03',
  'DRAFT-02',
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
