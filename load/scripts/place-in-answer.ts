import type { Exchange } from '../../spec/exchange.ts';
import { headerOf, jsonBody } from '../../oracles/answers/json-body.ts';
import type { Learned } from '../plan.ts';

const child = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;

const atPointer = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.split('~1').join('/').split('~0').join('~'))
    .reduce(child, value);

const found = (place: string, exchange: Exchange): unknown => {
  if (place === 'location') {
    const path = headerOf(exchange, 'location')?.split(/[?#]/)[0] ?? '';
    const last = path
      .split('/')
      .filter((segment) => segment !== '')
      .pop();
    return last === undefined ? undefined : decodeURIComponent(last);
  }
  if (place.startsWith('header:')) return headerOf(exchange, place.slice('header:'.length));
  const body = jsonBody(exchange.response?.body);
  return body.ok ? atPointer(body.value, place) : undefined;
};

/** An amount may be an amount object or an integer in hundredths of EUR (P5). */
const amountOf = (value: unknown): string | undefined => {
  const amount = typeof value === 'object' ? child(value, 'value') : value;
  return typeof amount === 'number' && Number.isInteger(amount) ? String(amount) : undefined;
};

/** What stands at the first of the places that the answer has, as text; undefined where there is none (P3, P5). */
export const learnedFrom = ({ places, kind }: Learned, exchange: Exchange): string | undefined => {
  for (const place of places) {
    const value = found(place, exchange);
    if (kind === 'amount') {
      const amount = amountOf(value);
      if (amount !== undefined) return amount;
    } else if (typeof value === 'string' && value !== '') return value;
    else if (kind === 'id' && typeof value === 'number') return String(value);
  }
  return undefined;
};
