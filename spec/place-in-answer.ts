import type { Exchange } from './exchange.ts';
import { isSentToCanonicalCountry } from './canonical-country.ts';

/** Decodes a percent-encoded text; returns it unchanged if it is malformed. */
export const decodeComponent = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Digits from which a JavaScript number may be unable to represent an integer. */
const MANY_DIGITS = /\d{16}/;

/** Strings and numbers of a JSON text. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

const isTooLong = (token: string): boolean =>
  /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));

/** A JSON text in which every integer beyond the precision of a JavaScript number is a string of its digits (D4). */
export const digitsKept = (json: string): string =>
  MANY_DIGITS.test(json)
    ? json.replace(TOKENS, (token) => (isTooLong(token) ? `"${token}"` : token))
    : json;

/** An amount in hundredths. */
export interface FoundAmount {
  readonly amount: number;
  readonly currency: string;
}

const HEADER = 'header:';

const headerOf = (exchange: Exchange, name: string): string | undefined => {
  const value = exchange.response?.headers[name.toLowerCase()];
  return typeof value === 'string' ? value : value?.[0];
};

/** Path of a link, which may be absolute, protocol-relative or relative. */
const pathOf = (link: string): string =>
  link.replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/?#]*/i, '').split(/[?#]/)[0] ?? '';

const lastSegment = (exchange: Exchange): string | undefined => {
  // The link leads back to the call itself, not to a created object (W2).
  if (isSentToCanonicalCountry(exchange)) return undefined;
  const segments = pathOf(headerOf(exchange, 'location') ?? '').split('/');
  const last = segments.findLast((segment) => segment !== '');
  return last === undefined ? undefined : decodeComponent(last);
};

const child = (value: unknown, key: string): unknown => {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value) && !/^(0|[1-9]\d*)$/.test(key)) return undefined;
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
};

/** The value at a JSON pointer (RFC 6901); undefined if there is none. */
export const atPointer = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(child, value);

/**
 * Reads a place of an answer, whose body holds `json`: a JSON pointer (RFC 6901) into the resource below its envelope, else into
 * the whole body; `header:NAME`; or `location`, the last segment of the Location header, percent-decoded (P3, P5). `undefined` if
 * there is none.
 */
export const placeIn = (place: string, exchange: Exchange, json: unknown): unknown => {
  if (place === 'location') return lastSegment(exchange);
  if (place.startsWith(HEADER)) return headerOf(exchange, place.slice(HEADER.length));
  // null in an answer counts as absent (V14).
  const { envelope } = exchange;
  const inside = envelope === undefined ? undefined : atPointer(json, envelope + place);
  return inside ?? atPointer(json, place) ?? undefined;
};

/** An id as it is sent back: text unchanged, a number with all its digits; undefined for other values (D4). */
export const idIn = (value: unknown): string | undefined => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const isHundredths = (value: unknown): value is number => Number.isInteger(value);

/** Hundredths in a header; a longer number is no amount. */
const WRITTEN = /^\d{1,15}(\.0+)?$/;

/**
 * The amount at a place: an amount object, or an integer in hundredths of EUR, which in a header is text (P5, V1).
 * `undefined` for other values.
 */
export const amountIn = (place: string, value: unknown): FoundAmount | undefined => {
  if (isHundredths(value)) return { amount: value, currency: 'EUR' };
  if (typeof value === 'string')
    return place.startsWith('/') || !WRITTEN.test(value.trim())
      ? undefined
      : { amount: Number(value), currency: 'EUR' };
  const amount = child(value, 'value');
  const currency = child(value, 'currency');
  if (!isHundredths(amount)) return undefined;
  return { amount, currency: typeof currency === 'string' ? currency.trim().toUpperCase() : 'EUR' };
};

/**
 * Pointers to the total price of an entry in either price shape, the whole package first (Price request resource).
 */
export const PRINTED_AMOUNTS: readonly string[] = [
  '/totalPackage/totalPrice/withTaxes',
  '/landlord/totalPrice/withTaxes',
  '/totalPerYearWithTax',
  '/pricePerYearWithTax',
];
