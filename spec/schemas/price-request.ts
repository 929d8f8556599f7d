import type { JSONSchema } from 'json-schema-to-ts';
import { CURRENCIES, LANDLORD_VARIANTS } from '../enumerations.ts';
import { CLAIM_LIMITS } from '../limits.ts';
import { amount, text, integer, oneOf } from './shared.ts';

/** Object schema of answers, which permits further fields. */
const open = <const Fields>(properties: Fields) => ({ type: 'object', properties }) as const;

const priceDetail = open({ taxes: integer, withTaxes: integer, withoutTaxes: integer });

const packagePrices = {
  paperFee: priceDetail,
  totalPrice: priceDetail,
  yearlyPremium: priceDetail,
} as const;

const coverPrices = open({ claimLimit: { type: 'integer', enum: CLAIM_LIMITS }, ...packagePrices });

/** Price request resource, variants BASIC, CLASSIC, PREMIUM; every field optional. */
export const priceRequestResource = open({
  currency: oneOf(CURRENCIES),
  priceRequestId: text,
  validUntil: { type: 'string', format: 'timestamp' },
  prices: {
    type: 'array',
    items: open({
      variant: oneOf(LANDLORD_VARIANTS),
      landlord: coverPrices,
      legalProtection: coverPrices,
      totalPackage: open(packagePrices),
    }),
  },
}) satisfies JSONSchema;

/** The alternative entry shape, with labels such as JOBLOSS-A, which are unrelated to terms.variant (C12). */
export const priceRequestResourceAlternative = open({
  priceRequestId: text,
  validUntil: { type: 'string', format: 'date-time' },
  prices: {
    type: 'array',
    items: open({
      claimLimit: amount,
      commercialName: text,
      paperFeeTax: amount,
      paperFeeWithTax: amount,
      paperFeeWithoutTax: amount,
      premiumTax: amount,
      pricePerYearWithTax: amount,
      pricePerYearWithoutTax: amount,
      totalPerYearWithTax: amount,
      totalPerYearWithoutTax: amount,
      totalTax: amount,
      variant: text,
    }),
  },
}) satisfies JSONSchema;
