import { currencyOf, isForeignCurrency } from '../spec/amount.ts';
import { jsonIn } from '../spec/json-text.ts';
import { atPointer } from '../spec/place-in-answer.ts';
import type { ExpectedAnswer } from './plan.ts';

/** Digest of an answer to a price request, compared with that of its draft before the load. k6 imports this file, too. */
export interface AnswerDigest {
  /**
   * Sorted keys of the resource, without those that are null, hence absent (V14); `list`, or the type of a value that is
   * no object. With `amounts` if there are any that vary by themselves.
   */
  readonly members: string;
  /** All numbers with their pointers, sorted, except those that vary by themselves. */
  readonly numbers: string;
  /** The first currency other than EUR in an Amount; empty if there is none. */
  readonly currency: string;
}

/** Names of members that hold an amount in hundredths (Shared types, Amount; Price request resource, price detail). */
export const IS_AMOUNT = /\/(value|taxes|withTaxes|withoutTaxes|claimLimit)$/;

type Leaf = (pointer: string, value: unknown) => void;

const walk = (
  pointer: string,
  value: unknown,
  leaf: Leaf,
  amountIn: (currency: string) => void,
): void => {
  if (typeof value !== 'object' || value === null) {
    leaf(pointer, value);
    return;
  }
  const currency = currencyOf(value);
  if (currency !== undefined) amountIn(currency);
  for (const [key, each] of Object.entries(value)) walk(`${pointer}/${key}`, each, leaf, amountIn);
};

/** All leaves of a JSON value by pointer (keys not escaped). */
export const leavesOf = (value: unknown): ReadonlyMap<string, unknown> => {
  const leaves = new Map<string, unknown>();
  walk(
    '',
    value,
    (pointer, each) => leaves.set(pointer, each),
    () => undefined,
  );
  return leaves;
};

const membersOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' && value !== null
    ? Object.entries(value)
        .flatMap(([key, each]) => (each === null ? [] : key))
        .sort()
        .join(',')
    : typeof value;
};

/** Properties of a line's answers on which their digests depend. */
export type AnswerForm = Pick<ExpectedAnswer, 'varying' | 'envelope'>;

/** Computes the digest of an answer's body. */
export const digestOf = (text: string | null, { varying, envelope }: AnswerForm): AnswerDigest => {
  const value = jsonIn(text ?? '');
  const numbers: string[] = [];
  let foreign = '';
  let hasVaryingAmount = false;
  walk(
    '',
    value,
    (pointer, each) => {
      if (typeof each !== 'number') return;
      if (!varying.includes(pointer)) numbers.push(`${pointer}=${each}`);
      else if (IS_AMOUNT.test(pointer)) hasVaryingAmount = true;
    },
    (currency) => {
      if (foreign === '' && isForeignCurrency(currency)) foreign = currency;
    },
  );
  const resource = (envelope === undefined ? undefined : atPointer(value, envelope)) ?? value;
  const members = `${membersOf(resource)}${hasVaryingAmount ? ',amounts' : ''}`;
  return { members, numbers: numbers.sort().join(' '), currency: foreign };
};

/** The answer of a draft before the load, prepared for comparison; JSON. */
export interface UnloadedAnswer {
  /** The constant parts of its text, between which something varies. */
  readonly parts: readonly string[];
  /** Length of the varying text after each part. */
  readonly gaps: readonly number[];
  /** Index of the part before the id; -1: there is none. */
  readonly id: number;
  readonly digest: AnswerDigest;
}

/** Characters by which varying text may grow beyond its length before the load: numbers grow. */
const GROWTH = 12;

/** The id in an answer with the same text as before the load; empty if it has none; undefined for another text. */
export const idInSameText = (body: string, rest: UnloadedAnswer): string | undefined => {
  const { parts, gaps, id } = rest;
  const first = parts[0];
  if (first === undefined || body.slice(0, first.length) !== first) return undefined;
  let at = first.length;
  let found = '';
  for (let nth = 1; nth < parts.length; nth += 1) {
    const part = parts[nth] as string;
    const next = nth === parts.length - 1 ? body.length - part.length : body.indexOf(part, at);
    if (next < at || next - at > (gaps[nth - 1] as number) + GROWTH) return undefined;
    if (id === nth - 1) found = body.slice(at, next);
    at = next + part.length;
    if (nth === parts.length - 1 && body.slice(next) !== part) return undefined;
  }
  return at === body.length ? found : undefined;
};

/** The id in an answer to a draft, or nothing if it is not sampled; undefined for another text than before the load. */
export type Comparison = (body: string) => string | undefined;

/** Number of characters at the end of an id that decide if it is sampled. */
export const SUFFIX = 2;

/** Largest interval of sampled ids: two digits have no more than a hundred values. */
const LARGEST_INTERVAL = 64;

/** Tests if ids with this suffix are sampled, about one in `interval`: of very many, every virtual user samples the same. */
export const isSampledSuffix = (suffix: string, interval: number): boolean =>
  interval <= 1 ||
  (suffix.charCodeAt(0) * 31 + suffix.charCodeAt(1)) % Math.min(interval, LARGEST_INTERVAL) === 0;

/** Texts with at most this many constant parts are compared without a loop. */
const FEW = 3;

/**
 * Prepares the comparison with an answer before the load. What varies usually keeps its length, so that the constant parts are
 * found at their places: k6 takes 5 µs longer for the loop, and for members of objects and lengths of texts a multiple of what
 * variables cost.
 */
export const comparisonWith = (
  rest: UnloadedAnswer,
  isSampled: (suffix: string) => boolean,
): Comparison => {
  const { parts, gaps, id } = rest;
  const first = parts[0];
  if (first === undefined) return () => undefined;
  if (parts.length > FEW) return (body) => idInSameText(body, rest);
  const [middle, last] = [parts[1] ?? '', parts[2] ?? ''];
  const firstEnd = first.length;
  const middleStart = firstEnd + (gaps[0] ?? 0);
  const middleEnd = middleStart + middle.length;
  const lastStart = middleEnd + (gaps[1] ?? 0);
  const [idStart, idEnd] = id === 0 ? [firstEnd, middleStart] : [middleEnd, lastStart];
  const suffixStart = Math.max(idStart, idEnd - SUFFIX);
  return (body) => {
    if (
      body.indexOf(first) !== 0 ||
      body.indexOf(middle, middleStart) !== middleStart ||
      body.slice(lastStart) !== last
    )
      return idInSameText(body, rest);
    return id >= 0 && isSampled(body.slice(suffixStart, idEnd)) ? body.slice(idStart, idEnd) : '';
  };
};

/** Answer of a draft before the load. */
export interface UnloadedDraftAnswer {
  /** Id of the draft. */
  readonly draft: string;
  readonly answer: UnloadedAnswer;
  /** Id of that price request, if ids can be compared. */
  readonly id: string | undefined;
}
