import { currencyOf, isForeignCurrency } from '../oracles/answers/amount-currency.ts';

/** Digest of an answer to a price request, compared with that of its draft at rest. k6 imports this file, too. */
export interface AnswerDigest {
  /** Sorted keys of the top level; `list`, or the type of a value that is no object. */
  readonly members: string;
  /** All numbers with their pointers, sorted, except those that vary by themselves. */
  readonly numbers: string;
  /** The first currency other than EUR in an Amount; empty if there is none. */
  readonly currency: string;
}

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

/** Parses a JSON text; undefined if it is malformed. */
export const jsonIn = (text: string | null): unknown => {
  try {
    return JSON.parse((text ?? '').replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
};

const membersOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' && value !== null
    ? Object.keys(value).sort().join(',')
    : typeof value;
};

/** Computes the digest of an answer's body; `varying` are the pointers of values that differ in every answer. */
export const digestOf = (text: string | null, varying: readonly string[]): AnswerDigest => {
  const value = jsonIn(text);
  const numbers: string[] = [];
  let foreign = '';
  walk(
    '',
    value,
    (pointer, each) => {
      if (typeof each === 'number' && !varying.includes(pointer))
        numbers.push(`${pointer}=${each}`);
    },
    (currency) => {
      if (foreign === '' && isForeignCurrency(currency)) foreign = currency;
    },
  );
  return { members: membersOf(value), numbers: numbers.sort().join(' '), currency: foreign };
};

/** The answer of a draft at rest, prepared for comparison; JSON. */
export interface RestAnswer {
  /** The constant parts of its text, between which something varies. */
  readonly parts: readonly string[];
  /** Maximum length of the varying text after each part. */
  readonly gaps: readonly number[];
  /** Index of the part before the id; -1: there is none. */
  readonly id: number;
  readonly digest: AnswerDigest;
}

/**
 * The usual answer, with an id and one more varying text behind it. No loop and no array destructuring: k6 takes 3 µs
 * longer for each.
 */
const idBetween = (
  body: string,
  parts: readonly string[],
  gaps: readonly number[],
): string | undefined => {
  const first = parts[0] as string;
  const middle = parts[1] as string;
  const last = parts[2] as string;
  const from = first.length;
  const at = body.indexOf(middle, from);
  if (at < 0 || at - from > (gaps[0] as number) || body.slice(0, from) !== first) return undefined;
  const end = body.length - last.length;
  const length = end - at - middle.length;
  if (length < 0 || length > (gaps[1] as number) || body.slice(end) !== last) return undefined;
  return body.slice(from, at);
};

/** The id in an answer with the same text as at rest; empty if it has none; undefined for another text. */
export const idInSameText = (body: string, rest: RestAnswer): string | undefined => {
  const { parts, gaps, id } = rest;
  if (parts.length === 3 && id === 0) return idBetween(body, parts, gaps);
  const first = parts[0];
  if (first === undefined || body.slice(0, first.length) !== first) return undefined;
  let at = first.length;
  let found = '';
  for (let nth = 1; nth < parts.length; nth += 1) {
    const part = parts[nth] as string;
    const next = nth === parts.length - 1 ? body.length - part.length : body.indexOf(part, at);
    if (next < at || next - at > (gaps[nth - 1] as number)) return undefined;
    if (id === nth - 1) found = body.slice(at, next);
    at = next + part.length;
    if (nth === parts.length - 1 && body.slice(next) !== part) return undefined;
  }
  return at === body.length ? found : undefined;
};

/** Answer of a draft at rest. */
export interface RestOfDraft {
  /** Id of the draft. */
  readonly draft: string;
  readonly answer: RestAnswer;
  /** Id of that price request, if ids can be compared. */
  readonly id: string | undefined;
}
