import { matchingPointers, valueAt } from '../../generators/pointer.ts';
import { memoized, memoizedByObject } from '../../spec/memoized.ts';
import { bodyRows, type FieldBody } from '../../spec/requirements/field-bodies.ts';
import type { NodeSchema, ResourceRow } from '../../spec/resource-rows.ts';
import type { MetValue } from '../contexts/complementary.ts';

/** Weights of a field of a body, of one beside the fault in its object, of a pair of fields, and of the policyholder's kind. */
const WEIGHTS = { field: 0.15, beside: 0.3, pair: 0.025, party: 0.6 } as const;

/** True for the policyholder's kind, which decides about many other fields. */
const isParty = ({ pointer }: ResourceRow): boolean => pointer === '/policyholder/company';

const isListed = ({ type, enum: listed }: NodeSchema): boolean =>
  type === 'boolean' || listed !== undefined;

/** Value of a field that has few, else whether the body has the field. */
const shownOf = ({ pointer, schema }: ResourceRow, body: object): string =>
  isListed(schema) && !pointer.includes('*')
    ? `${pointer} ${String(valueAt(body, pointer))}`
    : `${pointer} ${matchingPointers(body, pointer).length > 0}`;

const pairsOf = (names: readonly string[]): readonly MetValue[] =>
  names.flatMap((one, at) =>
    names.slice(at + 1).map((other) => ({ name: `${one}, ${other}`, weight: WEIGHTS.pair })),
  );

const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'));

/** Values of a body on which a fault in it may depend: fields, and pairs of them. */
interface BodyValues {
  /** All fields, and pairs of those that have few values. */
  readonly anywhere: readonly MetValue[];
  /** Pairs of fields of one object, by its pointer. */
  readonly within: ReadonlyMap<string, readonly MetValue[]>;
  /** Fields of an object, with another weight. */
  readonly beside: ReadonlyMap<string, readonly MetValue[]>;
}

const valuesIn = memoized((body: FieldBody) => {
  const rows = bodyRows(body).filter(
    ({ presence, schema }) => presence === 'optional' || isListed(schema),
  );
  return memoizedByObject((valid: object): BodyValues => {
    const namesOf = (those: readonly ResourceRow[]) => those.map((row) => shownOf(row, valid));
    const listed = pairsOf(namesOf(rows.filter(({ schema }) => isListed(schema))));
    const objects = [...Map.groupBy(rows, ({ pointer }) => parentOf(pointer))];
    const weighted = (weight: number, names: readonly string[]) =>
      names.map((name) => ({ name, weight }));
    return {
      anywhere: [
        ...weighted(WEIGHTS.field, namesOf(rows)),
        ...weighted(WEIGHTS.party, namesOf(rows.filter(isParty))),
        ...listed,
      ],
      within: new Map(objects.map(([object, inside]) => [object, pairsOf(namesOf(inside))])),
      beside: new Map(
        objects.map(([object, inside]) => [
          object,
          weighted(
            WEIGHTS.beside,
            namesOf(inside).map((name) => `beside ${name}`),
          ),
        ]),
      ),
    };
  });
});

/** Values of a legal body that faults in it may depend on. */
export const bodyValues = (body: FieldBody, valid: object): readonly MetValue[] => {
  const { anywhere, within } = valuesIn(body)(valid);
  return [...anywhere, ...[...within.values()].flat()];
};

/** Values of a legal body that a fault at this pointer may depend on, above all those of its object. */
export const valuesAround = (
  body: FieldBody,
  valid: object,
  pointer: string,
): readonly MetValue[] => {
  const { anywhere, within, beside } = valuesIn(body)(valid);
  const object = parentOf(pointer);
  return [...anywhere, ...(within.get(object) ?? []), ...(beside.get(object) ?? [])];
};
