import * as fc from 'fast-check';
import {
  LANDLORD_LANGUAGES,
  LANDLORD_VARIANTS,
  PROPERTY_SECOND_TYPES,
} from '../../spec/enumerations.ts';
import { type Revisions, SHARED_REVISIONS, other, otherAddress, otherOf } from '../revision.ts';
import { MONTHLY_CHARGES, MONTHLY_RENT, SURFACE_AREA } from './risk.ts';

/** Fields of a landlord draft that no rule ties. */
export const landlordRevisions: Revisions = {
  ...SHARED_REVISIONS,
  '/language': otherOf(LANDLORD_LANGUAGES),
  '/policyholder/company/billingAddress': otherAddress,
  '/risk/insuredProperty/address': otherAddress,
  '/risk/insuredProperty/monthlyCharges/value': other(fc.integer(MONTHLY_CHARGES)),
  '/risk/insuredProperty/monthlyRent/value': other(fc.integer(MONTHLY_RENT)),
  '/risk/insuredProperty/secondType': otherOf(PROPERTY_SECOND_TYPES),
  '/risk/insuredProperty/surfaceArea/value': other(fc.integer(SURFACE_AREA)),
  '/terms/variant': otherOf(LANDLORD_VARIANTS),
};
