import { LINE_TITLES } from '../../../spec/line.ts';
import { operation, type OperationId } from '../../../spec/operations.ts';
import type { FieldBody } from '../../../spec/requirements/field-bodies.ts';
import type { ResourceRow } from '../../../spec/resource-rows.ts';
import type { Fault } from './fault.ts';

/** A fault that follows from one row of a field table. */
export interface RowFault extends Fault {
  readonly row: ResourceRow;
  /** The operations that it breaks. */
  readonly on: readonly OperationId[];
}

/** A fault with one field of a request body. */
export interface BodyRowFault extends RowFault {
  readonly body: FieldBody;
}

/** Names of the bodies in the ids of their faults. */
export const BODY_NAMES: Readonly<Record<FieldBody, string>> = {
  'jobloss-draft': 'jobloss',
  'travel-draft': 'travel',
  'landlord-draft': 'landlord',
  'gap-draft': 'gap',
  car: 'car',
  lead: 'lead',
  'gap-lead': 'lead-gap',
  'gap-price-request': 'price-gap',
  'to-contract': 'contract-gap',
};

/** An operation's name with its line, such as `Travel Draft Update`. */
export const nameOf = (on: OperationId): string => {
  const { line, name } = operation(on);
  return name.startsWith(LINE_TITLES[line]) ? name : `${LINE_TITLES[line]} ${name}`;
};

/** Operations as the singular subject of a sentence, such as `Travel Draft Create, like Travel Draft Update,`. */
export const subjectOf = (on: readonly OperationId[]): string => {
  const [first = '', ...others] = on.map(nameOf);
  return others.length === 0 ? first : `${first}, like ${others.join(' and ')},`;
};

/** Names of operations in a sentence. */
export const namesOf = (on: readonly OperationId[]): string => on.map(nameOf).join(' and ');

/** A stable hash of a text (FNV-1a), so that additions to the catalogue change no other pick. */
const numberOf = (text: string): number =>
  Array.from(text).reduce(
    (hash, character) => Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0,
    2_166_136_261,
  ) >>> 8;

/** Picks an option for a text, the same in every version of the catalogue. Throws if there is none. */
export const pickFor = <T>(text: string, options: readonly T[]): T => {
  const option = options[numberOf(text) % options.length];
  if (option === undefined) throw new Error(`nothing to choose from for ${text}`);
  return option;
};

/** The operations that a fault breaks, and their suffix in its id. */
export interface FaultScope {
  /** Such as `-on-update`; empty if there is but one operation. */
  readonly suffix: string;
  readonly on: readonly OperationId[];
}

/** The scope of one operation alone, such as a draft's create, or the lead of one line. */
export const singleScope = (on: OperationId): FaultScope => {
  const { line, step } = operation(on);
  const isWrite = step === 'draft-create' || step === 'draft-update';
  return { suffix: `-on-${isWrite ? step.replace('draft-', '') : line}`, on: [on] };
};

/** The writes of the drafts of a line, each alone and both together. */
export const writesOf = (
  line: 'jobloss' | 'travel' | 'landlord',
): Readonly<Record<'create' | 'update' | 'both', FaultScope>> => {
  const create = singleScope(`${line}.draft-create`);
  const update = singleScope(`${line}.draft-update`);
  return { create, update, both: { suffix: '-on-both', on: [...create.on, ...update.on] } };
};

/** The scope of a requirement's one fault: one write of a draft or both, picked by its id. */
export const scopeOf = (requirement: string, operations: readonly OperationId[]): FaultScope => {
  const [single] = operations;
  if (single !== undefined && operations.length === 1) return { suffix: '', on: [single] };
  return pickFor(requirement, [
    ...operations.map(singleScope),
    { suffix: '-on-both', on: operations },
  ]);
};

/**
 * The scopes of faults that together break all cells of a requirement: both writes of a draft
 * together, or each alone.
 */
export const allScopesOf = (
  requirement: string,
  operations: readonly OperationId[],
): readonly FaultScope[] => {
  const scope = scopeOf(requirement, operations);
  return scope.on.length === operations.length ? [scope] : operations.map(singleScope);
};
