import type { BodyName, Operation, Step } from './operation.ts';
import type { Line } from './line.ts';
import { gapOperations } from './operations/gap.ts';
import { joblossOperations } from './operations/jobloss.ts';
import { landlordOperations } from './operations/landlord.ts';
import { travelOperations } from './operations/travel.ts';

const rows = [...joblossOperations, ...travelOperations, ...landlordOperations, ...gapOperations];

/** Permanent id of an operation, `line.step`; an unknown one is a compile error. */
export type OperationId = (typeof rows)[number]['id'];

/** An operation whose id is one of the 48. */
export type KnownOperation = Operation & { readonly id: OperationId };

/** All 48 operations, in the order of the specification's tables. */
export const OPERATIONS: readonly KnownOperation[] = rows;

const byId = new Map<string, KnownOperation>(rows.map((row) => [row.id, row]));

/** The operation with this id. */
export const operation = (id: OperationId): KnownOperation => {
  const found = byId.get(id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
};

/** The operation of a step on a line; undefined if the line has none. */
export const operationOf = (line: Line, step: Step): KnownOperation | undefined =>
  byId.get(`${line}.${step}`);

/** Ids of the matching operations, in the order of the tables. */
export const operationsWhere = (holds: (row: KnownOperation) => boolean): readonly OperationId[] =>
  OPERATIONS.filter(holds).map((row) => row.id);

/** All 48 operations. */
export const ALL: readonly OperationId[] = operationsWhere(() => true);

/** True if the body of an operation is a draft, whose optional fields may be left out (Input validation). */
export const isDraftWrite = ({ step, request }: KnownOperation): boolean =>
  (step === 'draft-create' || step === 'draft-update') && request.shown;

/** Bodies of calls on a draft that do not write its content, and have optional fields (E10). */
const ON_DRAFT: readonly (BodyName | 'none')[] = ['car', 'lead', 'gap-lead', 'gap-price-request'];

/** True if an operation on a draft takes a body with optional fields of its own: a car, a lead, a motor gap price request. */
export const takesBodyOnDraft = ({ request }: KnownOperation): boolean =>
  request.shown && ON_DRAFT.includes(request.name);
