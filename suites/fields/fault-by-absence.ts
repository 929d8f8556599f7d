import type { GeneratorContext } from '../../generators/context.ts';
import type { FaultPair } from '../../generators/invalid/fault.ts';
import { isObject, type Pointer, pointerTo, withoutValue } from '../../generators/pointer.ts';
import { brokenRulesOf } from '../../generators/valid-body.ts';
import { bodyRows, type FieldBody } from '../../spec/requirements/field-bodies.ts';

/** Pointer to the first object that lacks a field of the other one, or to the list that holds it; undefined if none does. */
const lackingPart = (one: unknown, other: unknown, at: Pointer = ''): Pointer | undefined => {
  if (Array.isArray(one) && Array.isArray(other)) {
    const lacks = other.some(
      (item, nth) => nth >= one.length || lackingPart(one[nth], item) !== undefined,
    );
    return lacks ? at : undefined;
  }
  if (!isObject(one) || !isObject(other)) return undefined;
  for (const [name, inner] of Object.entries(other)) {
    if (!Object.hasOwn(one, name)) return at;
    const lacking = lackingPart(one[name], inner, pointerTo(at, name));
    if (lacking !== undefined) return lacking;
  }
  return undefined;
};

/**
 * True if the fault is an absence. A service that merges an update into the draft does not see it if the draft holds the field (D1).
 */
export const isByAbsence = ({ faulty, valid }: FaultPair): boolean =>
  lackingPart(faulty, valid) !== undefined;

/** A motor gap draft without them has no price (E5), so that it cannot be used as most contexts ask. */
const VEHICLE_DETAILS = '/risk/vehicle/details';

const isOptional = (body: FieldBody, pointer: Pointer): boolean =>
  bodyRows(body).some((row) => row.pointer === pointer && row.presence === 'optional');

const hasValue = (content: unknown): boolean =>
  typeof content === 'object' && content !== null
    ? Object.values(content).some(hasValue)
    : content !== undefined;

/** Pointer to the smallest optional part of a legal body that holds the field which the faulty one lacks. */
const optionalPart = (
  { faulty, valid }: FaultPair,
  body: FieldBody,
  context: GeneratorContext,
): Pointer | undefined => {
  let part = lackingPart(faulty, valid) ?? '';
  for (; part !== ''; part = part.slice(0, part.lastIndexOf('/')))
    if (
      isOptional(body, part) &&
      brokenRulesOf(body, withoutValue(valid, part), context).length === 0
    )
      return part;
  return undefined;
};

/** Content of a draft, and the part around an absent field that it lacks. */
export interface PartialContent {
  readonly before: object;
  readonly without: Pointer;
}

/**
 * Content of a draft that may be used before it has to refuse a fault by absence: the legal body without a part of it. Undefined if
 * there is no such part: then the draft is empty and new.
 */
export const contentBesideAbsence = (
  body: FieldBody,
  pair: FaultPair,
  context: GeneratorContext,
): PartialContent | undefined => {
  const without = optionalPart(pair, body, context);
  if (without === undefined) return undefined;
  const before = withoutValue(pair.valid, without);
  const isUsable = hasValue(before) && !`${VEHICLE_DETAILS}/`.startsWith(`${without}/`);
  return isUsable ? { before, without } : undefined;
};

/** A content without all of these parts. */
export const withoutParts = (content: object, parts: readonly (Pointer | undefined)[]): object =>
  parts.reduce<object>(
    (rest, part) => (part === undefined ? rest : withoutValue(rest, part)),
    content,
  );

/** Updates in groups that one draft can take, since it holds none of their parts and is legal; with the content of that draft. */
export const groupedByAbsence = <Each extends PartialContent>(
  updates: readonly Each[],
  body: FieldBody,
  context: GeneratorContext,
): readonly (readonly Each[])[] => {
  const sharing = (group: readonly Each[]): readonly Each[] => {
    const parts = group.map(({ without }) => without);
    return group.map((each) => ({ ...each, before: withoutParts(each.before, parts) }));
  };
  const isLegal = (group: readonly Each[]): boolean =>
    sharing(group).every(({ before }) => brokenRulesOf(body, before, context).length === 0);
  const groups: Each[][] = [];
  for (const update of updates) {
    const group = groups.find((others) => isLegal([...others, update]));
    if (group) group.push(update);
    else groups.push([update]);
  }
  return groups.map(sharing);
};
