import type { JSONSchema } from 'json-schema-to-ts';
import { CURRENCIES, LANDLORD_VARIANTS } from '../enumerations.ts';
import { CLAIM_LIMITS } from '../limits.ts';
import { amount } from './shared.ts';

const priceDetail = {
  type: 'object',
  properties: {
    taxes: { type: 'integer' },
    withTaxes: { type: 'integer' },
    withoutTaxes: { type: 'integer' },
  },
} as const;

const packagePrices = {
  paperFee: priceDetail,
  totalPrice: priceDetail,
  yearlyPremium: priceDetail,
} as const;

const coverPrices = {
  type: 'object',
  properties: { claimLimit: { type: 'integer', enum: CLAIM_LIMITS }, ...packagePrices },
} as const;

/** Price request resource, variants BASIC, CLASSIC, PREMIUM; every field optional. */
export const priceRequestResource = {
  type: 'object',
  properties: {
    currency: { type: 'string', enum: CURRENCIES },
    priceRequestId: { type: 'string' },
    validUntil: { type: 'string', format: 'timestamp' },
    prices: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          variant: { type: 'string', enum: LANDLORD_VARIANTS },
          landlord: coverPrices,
          legalProtection: coverPrices,
          totalPackage: { type: 'object', properties: packagePrices },
        },
      },
    },
  },
} as const satisfies JSONSchema;

/** The alternative entry shape, with labels such as JOBLOSS-A; they share nothing with terms.variant (C12). */
export const priceRequestResourceAlternative = {
  type: 'object',
  properties: {
    priceRequestId: { type: 'string' },
    validUntil: { type: 'string', format: 'date-time' },
    prices: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          claimLimit: amount,
          commercialName: { type: 'string' },
          paperFeeTax: amount,
          paperFeeWithTax: amount,
          paperFeeWithoutTax: amount,
          premiumTax: amount,
          pricePerYearWithTax: amount,
          pricePerYearWithoutTax: amount,
          totalPerYearWithTax: amount,
          totalPerYearWithoutTax: amount,
          totalTax: amount,
          variant: { type: 'string' },
        },
      },
    },
  },
} as const satisfies JSONSchema;
