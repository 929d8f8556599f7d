import type { Exchange } from '../../spec/exchange.ts';
import { amountIn } from '../../spec/place-in-answer.ts';
import { headerOf, isObject, jsonBody } from '../answers/json-body.ts';

/** A place in an answer, in the notation of a target, and its value in the first answer that has it. */
export interface LikelyPlace {
  readonly place: string;
  readonly value: unknown;
  /** Likelihood; the highest is best. */
  readonly score: number;
}

/** Kind of the searched value; the id of a metadata item may be the key of its request (D5). */
export type SearchedValue = 'id' | 'key' | 'token' | 'amount';

interface Leaf {
  readonly place: string;
  readonly key: string;
  readonly value: unknown;
}

const DEEPEST = 6;
const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

const isAmount = (value: unknown): boolean =>
  isObject(value) && Number.isInteger(value['value']) && typeof value['currency'] === 'string';

const leavesOf = (value: unknown, place: string, key: string, depth: number): readonly Leaf[] => {
  if (depth > DEEPEST) return [];
  const below = Array.isArray(value)
    ? value.slice(0, 1).map((item: unknown) => ['0', item] as const)
    : isObject(value) && !isAmount(value)
      ? Object.entries(value)
      : undefined;
  if (!below) return value === null || place === '' ? [] : [{ place, key, value }];
  return below.flatMap(([name, item]) =>
    leavesOf(item, `${place}/${escaped(name)}`, Array.isArray(value) ? key : name, depth + 1),
  );
};

/** Transport headers, and ids of a request rather than of its result. */
const NO_PLACE =
  /^(date|server|via|age|vary|etag|location|connection|keep-alive|content-.*|transfer-.*|cache-.*|access-control-.*|strict-.*|x-(powered|frame|content).*|last-modified|expires|set-cookie|www-.*|.*(request|correlation|trace|span).*)$/i;

const headerLeaves = (exchange: Exchange): readonly Leaf[] => {
  const location = headerOf(exchange, 'location')?.split(/[?#]/)[0];
  const last = location?.split('/').findLast((part) => part !== '');
  const named = Object.keys(exchange.response?.headers ?? {}).filter(
    (name) => !NO_PLACE.test(name),
  );
  return [
    ...(last === undefined ? [] : [{ place: 'location', key: 'id', value: last }]),
    ...named.map((name) => ({
      place: `header:${name}`,
      key: name,
      value: headerOf(exchange, name),
    })),
  ];
};

const isPart = (value: unknown): value is string | number =>
  typeof value === 'string' ? /^\S{1,200}$/.test(value) : Number.isInteger(value);

const IS_MOMENT = /^\d{4}-\d\d-\d\d/;

/** True if a later request sent the value: a number as a complete one, not as part of a date or another number. */
const isSentBack = (value: unknown, sent: string): boolean =>
  typeof value === 'number'
    ? new RegExp(String.raw`[:[,]\s*${value}\s*[,}\]]`).test(sent)
    : sent.includes(JSON.stringify(value));

const idScore = ({ key, value }: Leaf, sent: string): number => {
  if (!isPart(value) || IS_MOMENT.test(String(value))) return 0;
  const isNamed = /(id|uuid|guid|ref|reference|number|no|key|handle)$/i.test(key) ? 3 : 0;
  const isLong = /^(?=.*\d)[\w-]{8,}$/.test(String(value)) ? 2 : 0;
  const isEcho = isSentBack(value, sent) ? 3 : 0;
  return 1 + isNamed + isLong - isEcho;
};

const keyScore = (leaf: Leaf, sent: string): number => {
  const isKey = sent.replaceAll(/\s/g, '').includes(`"key":${JSON.stringify(leaf.value)}`);
  return isKey ? 4 : idScore(leaf, sent);
};

const tokenScore = ({ key, value, place }: Leaf): number => {
  if (typeof value !== 'string' || value === '' || IS_MOMENT.test(value)) return 0;
  return 1 + (/token/i.test(key) ? 4 : 0) + (/token|terms/i.test(place) ? 1 : 0);
};

const amountScore = ({ key, value, place }: Leaf): number => {
  const isNamed = /price|amount|premium|total|withtax|cost|gross|to-?pay|due/i.test(place) ? 3 : 0;
  // Headers hold numbers of every kind: limits, durations, ages.
  if (amountIn(place, value) === undefined || (isNamed === 0 && !place.startsWith('/'))) return 0;
  const isPartOf = /without|fee|(^|[^h])taxe?s?$|limit|duration|version|count/i.test(key) ? 2 : 0;
  return 1 + isNamed + (isAmount(value) ? 1 : 0) - isPartOf;
};

const scoreOf = (wanted: SearchedValue, leaf: Leaf, sent: string): number => {
  if (wanted === 'id') return idScore(leaf, sent);
  if (wanted === 'key') return keyScore(leaf, sent);
  return wanted === 'token' ? tokenScore(leaf) : amountScore(leaf);
};

/** True if the value differs in each answer, as an id must. */
const isDistinct = (place: string, answers: readonly (readonly Leaf[])[]): boolean => {
  const values = answers.flatMap((leaves) =>
    leaves.flatMap((leaf) => (leaf.place === place ? [JSON.stringify(leaf.value)] : [])),
  );
  return new Set(values).size === values.length;
};

/** Maximum number of answers to compare. */
const MAX_ANSWERS = 12;

/** Places in some answers that may hold the searched value, the likeliest first. */
export const likelyPlaces = (
  wanted: SearchedValue,
  answers: readonly Exchange[],
): readonly LikelyPlace[] => {
  const all = answers.slice(0, MAX_ANSWERS).map((exchange) => {
    const json = jsonBody(exchange.response?.body);
    return [...(json.ok ? leavesOf(json.value, '', '', 0) : []), ...headerLeaves(exchange)];
  });
  const sent = answers[0]?.request.body?.text ?? '';
  return (all[0] ?? [])
    .map((leaf) => ({ place: leaf.place, value: leaf.value, score: scoreOf(wanted, leaf, sent) }))
    .filter(({ place, score }) => score > 0 && (wanted !== 'id' || isDistinct(place, all)))
    .sort((a, b) => b.score - a.score);
};
