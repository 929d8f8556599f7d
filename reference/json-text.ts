import type { Choices } from './choices.ts';
import { isObject } from './json.ts';

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, reversed(inner)]);
  return Object.fromEntries(entries.toReversed()) as unknown;
};

/** Members that hold hundredths of EUR; a key inside a text never ends with an unescaped quote. */
const AMOUNTS = /("(?:value|taxes|withTaxes|withoutTaxes|claimLimit)":\s?-?\d+)(?=[\s,}\]])/g;

const CURRENCY = /("currency":\s?)"EUR"/g;

/** JSON as this service writes it (V2, V14). */
export const jsonText = (
  value: unknown,
  { keys, amounts, currency, layout }: Choices['json'],
): string => {
  const ordered = keys === 'reversed' ? reversed(value) : value;
  const text = JSON.stringify(ordered, null, layout === 'indented' ? 2 : 0);
  const numbers = amounts === 'decimal' ? text.replace(AMOUNTS, '$1.0') : text;
  return currency === 'EUR' ? numbers : numbers.replace(CURRENCY, `$1"${currency}"`);
};
