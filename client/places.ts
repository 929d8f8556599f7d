import type { Exchange } from '../spec/exchange.ts';
import { type Json, jsonOf, jsonWithDigits } from './body.ts';
import { decodeComponent } from './decode-component.ts';

const header = (exchange: Exchange, name: string): string | undefined => {
  const value = exchange.response?.headers[name.toLowerCase()];
  return typeof value === 'string' ? value : value?.[0];
};

const lastSegment = (exchange: Exchange): string | undefined => {
  const location = header(exchange, 'location');
  if (location === undefined || !URL.canParse(location, exchange.request.url)) return undefined;
  const segments = new URL(location, exchange.request.url).pathname.split('/');
  const last = segments.findLast((segment) => segment !== '');
  return last === undefined ? undefined : decodeComponent(last);
};

const child = (value: unknown, key: string): unknown => {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value) && !/^(0|[1-9]\d*)$/.test(key)) return undefined;
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
};

const atPointer = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(child, value);

const find = (places: readonly string[], exchange: Exchange, json: Json | undefined): unknown => {
  for (const place of places) {
    const found =
      place === 'location'
        ? lastSegment(exchange)
        : place.startsWith('header:')
          ? header(exchange, place.slice('header:'.length))
          : json?.ok
            ? atPointer(json.value, place)
            : undefined;
    // null in an answer counts as absent (V14).
    if (found !== undefined && found !== null) return found;
  }
  return undefined;
};

/**
 * What stands at the first of the places that the answer has: JSON pointers into the body (RFC 6901), `header:NAME`, or
 * `location`, the last segment of the Location header, percent-decoded (P3, P5). `undefined` where there is none.
 */
export const findAt = (places: readonly string[], exchange: Exchange): unknown =>
  find(places, exchange, exchange.response && jsonOf(exchange.response.body));

/** The id at the first of the places that holds one: text as it is, a number with all its digits (D4). */
export const idAt = (places: readonly string[], exchange: Exchange): string | undefined => {
  const json = exchange.response && jsonWithDigits(exchange.response.body);
  for (const place of places) {
    const found = find([place], exchange, json);
    if (typeof found === 'number') return String(found);
    if (typeof found === 'string' && found !== '') return found;
  }
  return undefined;
};
