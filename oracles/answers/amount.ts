/** The currency of an Amount, which is an object of exactly currency and value (R1); undefined for all else. */
export const currencyOf = (value: object): string | undefined => {
  if (!('currency' in value && 'value' in value)) return undefined;
  const { currency } = value;
  return typeof currency === 'string' && Object.keys(value).length === 2 ? currency : undefined;
};

/** True of another currency than EUR; small letters and blanks make none (V2, D2). */
export const isForeign = (currency: string): boolean => currency.trim().toUpperCase() !== 'EUR';
