import { isAccepted } from '../../oracles/answers/answer-form.ts';
import { isObject, objectIn } from '../../oracles/answers/json-body.ts';
import { strayIn } from '../../oracles/causes/unopened-envelope.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import { valueAt } from '../../client/target/target-error.ts';
import { escapeKey } from '../../oracles/answers/value.ts';
import type { Examination } from './examination.ts';
import { type Edit, edit, type Remark, withEdits } from './remark.ts';

/** Minimum number of operations whose answers share a member before it counts as an envelope: fewer may share one by chance. */
const MIN_OPERATIONS = 3;

const isBelow = (place: unknown, envelope: string): place is string =>
  typeof place === 'string' && place.startsWith(`${envelope}/`);

const editsOf = ({ remarks }: Examination): readonly Edit[] =>
  remarks.flatMap(({ edits = [] }) => edits);

/** The member that every answer of a line has, with its resources and all found places below it (P3). */
const envelopeOf = (exam: Examination): string | undefined => {
  const bodies = exam.exchanges.filter(isAccepted).flatMap(({ operation, response }) => {
    const body = objectIn(response.body);
    return body && Object.keys(body).length > 0 ? [{ operation, body }] : [];
  });
  // A resource in a list stands in no envelope: the list is the fault of its operation (C1).
  const stray = exam.exchanges
    .filter(({ response }) => objectIn(response?.body) !== undefined)
    .map(strayIn)
    .find((each) => each !== undefined)?.at;
  const [first] = bodies;
  if (!first || new Set(bodies.map(({ operation }) => operation)).size < MIN_OPERATIONS)
    return stray;
  const members = Object.keys(first.body).filter((key) =>
    bodies.every(({ body }) => isObject(body[key])),
  );
  const places = editsOf(exam).map(({ value }) => value);
  return (
    stray ??
    members
      .map((key) => `/${escapeKey(key)}`)
      .find((pointer) => places.some((place) => isBelow(place, pointer)))
  );
};

/** The value of an edit, moved below the envelope: a place, or a list of places. */
const inside = (value: unknown, envelope: string): unknown => {
  if (Array.isArray(value)) return value.map((each: unknown) => inside(each, envelope));
  return isBelow(value, envelope) ? value.slice(envelope.length) : value;
};

/** A remark with its places below the envelope; undefined if the target then finds them without an edit. */
const below = (remark: Remark, envelope: string, declared: ResolvedTarget): Remark | undefined => {
  const { edits } = remark;
  if (!edits) return remark;
  const needed = edits.flatMap((each): readonly Edit[] => {
    const value = inside(each.value, envelope);
    const places = valueAt(declared, each.path);
    const isKnown = Array.isArray(places) && places.includes(value);
    return isKnown && value !== each.value ? [] : [{ ...each, value }];
  });
  return needed.length === 0 ? undefined : { ...remark, edits: needed };
};

/** Envelopes by line; one for all lines if all agree. */
export interface DetectedEnvelopes {
  readonly remarks: readonly Remark[];
  /** The remarks of a line, with places below its envelope. */
  readonly below: (exam: Examination, remarks: readonly Remark[]) => readonly Remark[];
}

/** Detects the envelope of resources in the answers of each line; keeps a declared envelope. */
export const detectEnvelopes = (
  exams: readonly Examination[],
  declared: ResolvedTarget,
): DetectedEnvelopes => {
  const found = new Map<Examination, string>();
  for (const exam of exams) {
    const at = declared.envelope === undefined ? envelopeOf(exam) : undefined;
    if (at !== undefined) found.set(exam, at);
  }
  const places = [...new Set(found.values())];
  const isOne = places.length === 1 && found.size === exams.length;
  const edits = isOne
    ? [edit('envelope', places[0])]
    : [...found].map(([{ line }, at]) => edit(`envelope.${line}`, at));
  return {
    remarks:
      found.size === 0
        ? []
        : [
            withEdits(
              'envelope',
              `the answers hold their resources below ${places.join(', ')}`,
              ...edits,
            ),
          ],
    below: (exam, remarks) => {
      const at = found.get(exam);
      return at === undefined
        ? remarks
        : remarks.flatMap((each) => below(each, at, declared) ?? []);
    },
  };
};
