import { hybridBodies, type HybridOrder, partsOf } from '../../generators/hybrid-bodies.ts';
import { isObject, valueAt, withValue } from '../../generators/pointer.ts';
import { brokenRulesOf } from '../../generators/valid-body.ts';
import { isAccepted } from '../../oracles/answers/answer-form.ts';
import { isContentRefused } from '../../oracles/refusals/acceptance.ts';
import { bodyOf, type DecisivePair, type Sent } from './decisive-value.ts';
import { completeBodies, type BodyCalls } from './body-calls.ts';

/** Number of other values to try in place of an object or a list. */
const OTHERS = 5;
/** Number of complete drafts among which they are looked for: some objects are in few of them. */
const DRAWN = 60;

/**
 * Finds by halving the first body on the way from a refused one to another that is accepted, of which the one before is refused.
 * Undefined if an answer is neither.
 */
const firstAccepted = async (
  calls: BodyCalls,
  first: Sent,
  to: object,
  order: HybridOrder,
): Promise<DecisivePair | undefined> => {
  const { generators } = calls.one.run;
  const hybrids = hybridBodies(bodyOf(calls.on), first.body, to, generators, order);
  const end = hybrids.at(-1);
  const last = end && (await calls.send(end.body));
  if (!last || !isAccepted(last.exchange)) return undefined;
  let [low, high] = [-1, hybrids.length - 1];
  let [refused, accepted] = [first, last];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const written = await calls.send(hybrids[middle]?.body ?? {});
    if (!written) return undefined;
    if (isAccepted(written.exchange)) [high, accepted] = [middle, written];
    else if (isContentRefused(written.exchange)) [low, refused] = [middle, written];
    else return undefined;
  }
  return { pointers: hybrids[high]?.pointers ?? [], refused, accepted };
};

/** Other objects, or other lists of as many objects; none if the value has no parts. */
const valuesLike = (value: unknown, others: readonly unknown[]): readonly unknown[] => {
  if (isObject(value)) return others.filter(isObject);
  if (!Array.isArray(value) || !partsOf(value)) return [];
  const items: readonly unknown[] = others.flatMap((other) => (Array.isArray(other) ? other : []));
  return items
    .map((_, at) => items.slice(at, at + value.length))
    .filter(({ length }) => length === value.length);
};

/** Legal bodies with another value in place of an object or a list that was refused as a whole. */
const withOtherValue = (
  { one, on }: BodyCalls,
  { pointers: [pointer = '', ...others], refused: { body } }: DecisivePair,
): readonly object[] => {
  if (others.length > 0) return [];
  const drawn = completeBodies(one, on, DRAWN).map((each) => valueAt(each, pointer));
  return valuesLike(valueAt(body, pointer), drawn)
    .map((value) => withValue(body, pointer, value))
    .filter((each) => brokenRulesOf(bodyOf(on), each, one.run.generators).length === 0)
    .slice(0, OTHERS);
};

/** The pair within a decisive object or list, if another one is accepted in its place; else the same pair. */
const takenApart = async (
  calls: BodyCalls,
  pair: DecisivePair,
  order: HybridOrder,
): Promise<DecisivePair> => {
  for (const body of withOtherValue(calls, pair)) {
    const inner = await firstAccepted(calls, pair.refused, body, order);
    const isWithin = inner?.pointers.every((each) => each.startsWith(`${pair.pointers[0]}/`));
    if (inner && isWithin) return takenApart(calls, inner, order);
  }
  return pair;
};

/**
 * The two most similar bodies on the way from a refused body to the first of these that is accepted, of which one is refused and
 * the other accepted. An object or a list that decides is taken apart. Undefined if all of them are refused as well, or if an answer is
 * neither.
 */
export const decisivePair = async (
  calls: BodyCalls,
  first: Sent,
  others: readonly object[],
  order: HybridOrder,
): Promise<DecisivePair | undefined> => {
  for (const other of others) {
    const pair = await firstAccepted(calls, first, other, order);
    if (pair) return takenApart(calls, pair, order);
  }
  return undefined;
};
