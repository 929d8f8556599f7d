import { FIELD_BODY_NAMES, type FieldBody } from '../../spec/requirements/field-bodies.ts';
import type { BodyFault } from './fault.ts';
import { fieldFaultsOf } from './field-faults.ts';
import { FLAG_COMBINATIONS, JOBLOSS_FAULTS } from './jobloss-faults.ts';
import {
  GAP_FAULTS,
  LANDLORD_FAULTS,
  TRAVEL_FAULTS,
  POLICYHOLDER_FAULTS,
  START_DATE_FAULTS,
  LEAD_FAULTS,
} from './rule-faults.ts';

/** Every fault of every body: those of the fields in the order of the specification, then those of the rules. */
export const ALL_FAULTS: readonly BodyFault[] = [
  ...FIELD_BODY_NAMES.flatMap(fieldFaultsOf),
  ...JOBLOSS_FAULTS,
  ...FLAG_COMBINATIONS,
  ...TRAVEL_FAULTS,
  ...LANDLORD_FAULTS,
  ...GAP_FAULTS,
  ...POLICYHOLDER_FAULTS,
  ...START_DATE_FAULTS,
  ...LEAD_FAULTS,
];

/** The faults of one body, in the same order. */
export const bodyFaults = (body: FieldBody): readonly BodyFault[] =>
  ALL_FAULTS.filter((fault) => fault.body === body);
