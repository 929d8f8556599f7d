import { type KnownOperation, operation, type OperationId } from '../../spec/operations.ts';
import { shorten } from '../answers/json-body.ts';
import type { TargetDeclarations } from './first-cause.ts';

/** A key of the target that may be the cause, and its present value. */
export interface SuspectKey {
  readonly key: string;
  readonly says: string;
}

const NOT_SET = 'not set';

const inWords = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const { code } = (value ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : JSON.stringify(value);
};

const says = (value: unknown): string => {
  if (value === undefined) return NOT_SET;
  if (!Array.isArray(value)) return shorten(inWords(value), 100);
  return value.length === 0 ? NOT_SET : shorten(value.map(inWords).join(', '), 100);
};

const valueAt = (target: TargetDeclarations, key: string): unknown => {
  // The id of an operation contains a dot.
  if (key.startsWith('bodies.')) return target.bodies[key.slice('bodies.'.length) as OperationId];
  let value: unknown = target;
  for (const part of key.split('.')) value = (value as Record<string, unknown> | undefined)?.[part];
  return value;
};

/** A key with its declared value. */
const suspect = (target: TargetDeclarations, key: string): SuspectKey => {
  const value = valueAt(target, key);
  return { key, says: typeof value === 'function' ? 'a function' : says(value) };
};

const DRAFT = ['mailDomain'];
const GAP_DRAFT = ['vehicleCodes', 'whiteLabels', 'insurers', 'mailDomain'];
const LANDLORD_DRAFT = ['mailDomain', 'decisions.landlordBirthdateRequired'];

const inDraft = ({ line }: KnownOperation): readonly string[] => {
  if (line === 'gap') return GAP_DRAFT;
  return line === 'landlord' ? LANDLORD_DRAFT : DRAFT;
};

/** The empty object of a deletion, which an intermediary may drop (D7). */
const ofDelete = (step: KnownOperation['step']): readonly string[] =>
  step.endsWith('-delete') ? ['decisions.deleteCarriesBody'] : [];

/** Values that the specification does not show, in the call or in its draft. */
const ofCall = (row: KnownOperation): readonly string[] => {
  const { id, line, step, request, method } = row;
  const own = request.shown || method === 'GET' ? [] : [`bodies.${id}`];
  switch (step) {
    case 'draft-create':
    case 'draft-update':
      return [...own, ...(request.shown ? inDraft(row) : [])];
    case 'price-request':
    case 'price-info':
      return [...own, ...inDraft(row)];
    case 'lead-create':
      return [...(row.comingSoon ? ['features.landlordLeads'] : []), 'mailDomain'];
    case 'contract-create':
      return [...own, ...(line === 'gap' ? ['paymentTerms', 'gapPrice'] : []), 'termsToken'];
    case 'car-put':
    case 'car-delete':
      return [...own, ...ofDelete(step), 'ids.travel.car'];
    case 'person-put':
    case 'person-delete':
      return [...own, 'ids.travel.person'];
    case 'metadata-put':
    case 'metadata-delete':
      return [...own, ...ofDelete(step), 'ids.travel.metadata'];
    case 'contract-get':
      return [`ids.${line}.contract`, 'decisions.readBackDelay'];
    case 'contract-download':
      return ['decisions.downloadReady', `ids.${line}.contract`, 'decisions.readBackDelay'];
    case 'payment-status':
      return ['decisions.paymentStatusExists'];
    case 'draft-get':
      return [`ids.${line}.draft`, 'decisions.readBackDelay'];
    default:
      return own;
  }
};

/** Pattern of an answer that concerns a key. */
const NAMES: readonly (readonly [key: string, words: RegExp])[] = [
  ['paymentTerms', /payment.?term/i],
  ['vehicleCodes', /vehicle/i],
  ['whiteLabels', /white.?label/i],
  ['insurers', /insurer/i],
  ['mailDomain', /e-?mail/i],
  ['termsToken', /token/i],
  ['gapPrice', /transaction.?amount/i],
  ['decisions.landlordBirthdateRequired', /birth.?date/i],
];

/** True if an answer concerns the subject of the key. */
export const isNamed = ({ key }: SuspectKey, answer: string): boolean =>
  NAMES.some(([name, words]) => name === key && words.test(answer));

/** Keys whose absence has a meaning. */
const SAYS_NOTHING = /^(?:bodies\.|decisions\.)/;

/** Keys of a target that may explain why every legal call of an operation is answered with this status. */
export const suspectKeys = (
  on: OperationId,
  status: number,
  target: TargetDeclarations,
): readonly SuspectKey[] => {
  const keys = ofCall(operation(on))
    .map((key) => suspect(target, key))
    .filter(({ key, says: now }) => now !== NOT_SET || SAYS_NOTHING.test(key));
  return status === 401 || status === 403
    ? [{ key: 'identities.owner', says: 'the caller of every legal call' }, ...keys]
    : keys;
};
