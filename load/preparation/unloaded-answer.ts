import { jsonIn } from '../../spec/json-text.ts';
import { digestOf, IS_AMOUNT, leavesOf, type UnloadedAnswer } from '../answer-digest.ts';
import type { ExpectedAnswer } from '../plan.ts';

/** Pointers at which two answers before the load differ; amounts are excluded if the price has to stay the same. */
export const varyingPointers = (
  one: string,
  other: string,
  isSamePrice: boolean,
): readonly string[] => {
  const [left, right] = [leavesOf(jsonIn(one)), leavesOf(jsonIn(other))];
  return [...new Set([...left.keys(), ...right.keys()])].filter(
    (pointer) =>
      left.get(pointer) !== right.get(pointer) && !(isSamePrice && IS_AMOUNT.test(pointer)),
  );
};

/** The name that the specification gives to the id; found at any depth (Price request resource). */
const PRINTED = '/priceRequestId';

/** Pointer of the id of a price request, at the first of the target's places that holds one; undefined if there is none. */
export const idPointerIn = (
  text: string,
  places: readonly string[],
  envelope = '',
): string | undefined => {
  const leaves = [...leavesOf(jsonIn(text))].filter(
    ([, value]) => (typeof value === 'string' && value !== '') || typeof value === 'number',
  );
  const pointers = leaves.map(([pointer]) => pointer);
  return places
    .flatMap((place) => [
      envelope + place,
      place,
      ...(place === PRINTED ? pointers.filter((pointer) => pointer.endsWith(PRINTED)) : []),
    ])
    .find((pointer) => pointers.includes(pointer));
};

/** The value at a pointer of an answer, as text; undefined if there is none. */
export const textAt = (text: string, pointer: string | undefined): string | undefined => {
  const value = pointer === undefined ? undefined : leavesOf(jsonIn(text)).get(pointer);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};

interface Span {
  readonly from: number;
  readonly to: number;
  readonly isId: boolean;
}

/** Position of a value in the text, without its quotes; undefined unless it occurs exactly once. */
const spanOf = (text: string, value: unknown, isId: boolean): Span | undefined => {
  const raw = JSON.stringify(value);
  const from = text.indexOf(raw);
  if (from < 0 || text.includes(raw, from + 1)) return undefined;
  const quote = raw.startsWith('"') ? 1 : 0;
  return { from: from + quote, to: from + raw.length - quote, isId };
};

/**
 * Prepares an answer before the load for the scripts. If a varying value cannot be located uniquely in the text, it has no
 * parts, and every answer is parsed as JSON.
 */
export const unloadedAnswerOf = (
  text: string,
  { varying, envelope, idPlace }: Pick<ExpectedAnswer, 'varying' | 'envelope' | 'idPlace'>,
): UnloadedAnswer => {
  const digest = digestOf(text, { varying, envelope });
  const leaves = leavesOf(jsonIn(text));
  const places = new Set([...varying, ...(idPlace === undefined ? [] : [idPlace])]);
  const spans = [...places]
    .filter((pointer) => leaves.has(pointer))
    .map((pointer) => spanOf(text, leaves.get(pointer), pointer === idPlace));
  const sorted = spans.flatMap((span) => span ?? []).toSorted((a, b) => a.from - b.from);
  const isPlain = sorted.every(({ from }, nth) => nth === 0 || from >= (sorted[nth - 1]?.to ?? 0));
  if (sorted.length < spans.length || !isPlain) return { parts: [], gaps: [], id: -1, digest };
  const ends = [0, ...sorted.map(({ to }) => to)];
  return {
    parts: ends.map((end, nth) => text.slice(end, sorted[nth]?.from)),
    gaps: sorted.map(({ from, to }) => to - from),
    id: sorted.findIndex(({ isId }) => isId),
    digest,
  };
};
