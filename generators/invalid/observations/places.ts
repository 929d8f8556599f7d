import type { FieldBody } from '../../../spec/requirements/field-bodies.ts';
import type { Pointer } from '../../pointer.ts';

type Places = Readonly<Partial<Record<FieldBody, Pointer>>>;

/** The same place in the drafts of all lines. */
export const inDrafts = (pointer: Pointer): Places => ({
  'jobloss-draft': pointer,
  'travel-draft': pointer,
  'landlord-draft': pointer,
  'gap-draft': pointer,
});

/** A text of every draft that no list and no form restricts. */
export const FREE_TEXT: Places = inDrafts('/policyholder/address/street');
/** A boolean of every draft that no rule ties. */
export const BOOLEAN: Places = inDrafts('/terms/requestPaperCopy');
/** A date of every draft. */
export const DATE: Places = inDrafts('/policyholder/person/birthdate');
/** An e-mail address of every draft. */
export const EMAIL: Places = inDrafts('/policyholder/contact/email');
/** A country code of every draft. */
export const COUNTRY_CODE: Places = inDrafts('/policyholder/address/country');

/** The value of an amount that no list restricts. */
export const AMOUNT: Places = {
  'landlord-draft': '/risk/insuredProperty/monthlyRent/value',
  'gap-draft': '/risk/vehicle/invoice/purchasedPriceIncludingVat/value',
};
/** The value of an amount, listed or not. */
export const ANY_AMOUNT: Places = { ...AMOUNT, 'jobloss-draft': '/terms/claimLimit/value' };
/** An integer that is no amount. */
export const PLAIN_INTEGER: Places = {
  'landlord-draft': '/risk/insuredProperty/surfaceArea/value',
  'gap-draft': '/risk/cascoFactors/fullProtectionDuration',
};
/** Lists of key-value items. */
export const KEY_VALUES: Places = {
  'jobloss-draft': '/metadata',
  'gap-draft': '/partnerReference',
  'gap-lead': '/partnerReference',
  'gap-price-request': '/partnerReference',
};
