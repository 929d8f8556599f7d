import type { JsonObject } from '../json.ts';

/** Input of a price calculation; `today` is the date on which a contract would be made. */
export interface PriceSubject {
  readonly body: JsonObject;
  readonly today: string;
  /** Cars and persons on a travel draft. */
  readonly cars: number;
  readonly persons: number;
}

/** A computed price: the fields of the answer beside id and validity, and the price of the contract (hundredths). */
export interface Price {
  readonly fields: JsonObject;
  readonly amount: number;
}

/** Computes the price of a draft; the same draft on the same day costs the same. */
export type Tariff = (subject: PriceSubject) => Price;
