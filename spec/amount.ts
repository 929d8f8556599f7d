/** The currency of an Amount, which is an object of exactly currency and value (R1); undefined for any other object. */
export const currencyOf = (value: object): string | undefined => {
  if (!('currency' in value && 'value' in value)) return undefined;
  const { currency } = value;
  return typeof currency === 'string' && Object.keys(value).length === 2 ? currency : undefined;
};

/** True for a currency other than EUR; letter case and blanks make no difference (V2, D2). */
export const isForeignCurrency = (currency: string): boolean =>
  currency.trim().toUpperCase() !== 'EUR';
