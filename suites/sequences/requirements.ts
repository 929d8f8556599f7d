import type { RequirementId } from '../../spec/catalogue.ts';
import { isJourneyRequirement } from '../journey/requirements.ts';

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
