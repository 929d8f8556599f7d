/** A price detail: integers in hundredths of EUR. */
export interface PriceDetail {
  readonly taxes: number;
  readonly withTaxes: number;
  readonly withoutTaxes: number;
}

/** An amount object. */
export interface Amount {
  readonly currency: 'EUR';
  readonly value: number;
}

/** Hundredths of EUR as an amount object. */
export const eur = (value: number): Amount => ({ currency: 'EUR', value });

/** A number within bounds; any other value counts as `low`. Amounts and counts have no stated limits (V2). */
export const within = (value: number, low: number, high: number): number =>
  Number.isFinite(value) ? Math.min(Math.max(value, low), high) : low;

/** Splits a price before taxes (hundredths, rounded) into its details at a tax rate such as 0.0925. */
export const taxed = (withoutTaxes: number, rate: number): PriceDetail => {
  const net = Math.round(withoutTaxes);
  const taxes = Math.round(net * rate);
  return { taxes, withTaxes: net + taxes, withoutTaxes: net };
};

/** The sum of price details, part by part. */
export const sum = (...details: readonly PriceDetail[]): PriceDetail => ({
  taxes: details.reduce((total, { taxes }) => total + taxes, 0),
  withTaxes: details.reduce((total, { withTaxes }) => total + withTaxes, 0),
  withoutTaxes: details.reduce((total, { withoutTaxes }) => total + withoutTaxes, 0),
});

/** The fee for documents on paper: 5 EUR and 9.25 % taxes, or nothing. */
export const paperFee = (requestPaperCopy: boolean | undefined): PriceDetail =>
  taxed(requestPaperCopy === true ? 500 : 0, 0.0925);
