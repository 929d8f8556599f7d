import { BODIES } from '../bodies.ts';
import type { JudgementRuleId } from '../judgement.ts';
import type { BodyName } from '../operation.ts';
import { type OperationId, operationsWhere } from '../operations.ts';
import { type ResourceRow, resourceRows } from '../resource-rows.ts';

interface BodyOfFields {
  /** Prefix of the ids of its field faults. */
  readonly faults: string;
  /** Prefix of the ids of its legal values. */
  readonly legal: string;
  /** Its name in a statement, after "A". */
  readonly noun: string;
  readonly source: string;
  /** Rules on the latest step that must refuse a fault in it. */
  readonly rules: readonly JudgementRuleId[];
}

/** The shown bodies with fields, and the prefixes of their generated requirements. */
export const FIELD_BODIES = {
  'jobloss-draft': {
    faults: 'JOBLOSS-FIELD',
    legal: 'JOBLOSS-LEGAL',
    noun: 'jobloss draft',
    source: 'Jobloss draft',
    rules: ['E3'],
  },
  'travel-draft': {
    faults: 'TRAVEL-FIELD',
    legal: 'TRAVEL-LEGAL',
    noun: 'travel draft',
    source: 'Travel draft',
    rules: ['E3'],
  },
  car: {
    faults: 'TRAVEL-CAR',
    legal: 'TRAVEL-CAR-LEGAL',
    noun: 'car',
    source: 'Travel draft, Car',
    rules: ['E10'],
  },
  'landlord-draft': {
    faults: 'LANDLORD-FIELD',
    legal: 'LANDLORD-LEGAL',
    noun: 'landlord draft',
    source: 'Landlord draft',
    rules: ['E3'],
  },
  'gap-draft': {
    faults: 'GAP-FIELD',
    legal: 'GAP-LEGAL',
    noun: 'motor gap draft',
    source: 'Motor gap draft',
    rules: ['E5', 'S4'],
  },
  lead: {
    faults: 'LEAD-FIELD',
    legal: 'LEAD-LEGAL',
    noun: 'lead',
    source: 'Lead body',
    rules: ['E10', 'S14'],
  },
  'gap-lead': {
    faults: 'GAP-LEAD-FIELD',
    legal: 'GAP-LEAD-LEGAL',
    noun: 'motor gap lead',
    source: 'Lead body, motor gap',
    rules: ['E10'],
  },
  'gap-price-request': {
    faults: 'GAP-PRICE-FIELD',
    legal: 'GAP-PRICE-LEGAL',
    noun: 'motor gap price request',
    source: 'Price request body (motor gap)',
    rules: ['E10'],
  },
  'to-contract': {
    faults: 'GAP-CONTRACT-FIELD',
    legal: 'GAP-CONTRACT-LEGAL',
    noun: 'to-contract payload',
    source: 'To-contract payload (motor gap)',
    rules: ['S6'],
  },
} as const satisfies Partial<Record<BodyName, BodyOfFields>>;

/** A shown body that has fields. */
export type FieldBody = keyof typeof FIELD_BODIES;

/** All of them, in the order of the specification. */
export const FIELD_BODY_NAMES = Object.keys(FIELD_BODIES) as readonly FieldBody[];

type NamedAt<Schema, Name extends string> = Name | NamedBelow<Schema, Name>;

type NamedBelow<Schema, Name extends string> = Schema extends { readonly properties: infer P }
  ? { [K in keyof P & string]: NamedAt<P[K], Name extends '' ? K : `${Name}.${K}`> }[keyof P &
      string]
  : Schema extends { readonly items: infer Item }
    ? NamedAt<Item, `${Name}[]`>
    : never;

/** Name of a field of this body, such as `policyholder.address.city`; an unknown one is a compile error. */
export type FieldName<Body extends FieldBody> = NamedBelow<(typeof BODIES)[Body], ''>;

/** The rows of a body's field table. */
export const bodyRows = (body: FieldBody): readonly ResourceRow[] => resourceRows(BODIES[body]);

/** The operations that carry this body. */
export const operationsWithBody = (body: FieldBody): readonly OperationId[] =>
  operationsWhere(({ request }) => request.shown && request.name === body);
