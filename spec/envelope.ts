import type { Line } from './line.ts';
import type { Step } from './operation.ts';
import { operation, type OperationId } from './operations.ts';

/** Kinds of resources in answers, as a target names them. */
export const RESOURCE_KINDS = [
  'draft',
  'car',
  'person',
  'metadata',
  'price',
  'terms',
  'contract',
] as const;

/** One of the kinds. */
export type AnswerKind = (typeof RESOURCE_KINDS)[number];

/** JSON pointers of the resources in their envelope: one for all, or by line and kind (P3). */
export type Envelope =
  | string
  | {
      readonly [Of in Line]?:
        string | { readonly [Kind in AnswerKind]?: string | undefined } | undefined;
    };

const PRICED: readonly Step[] = ['price-info', 'price-request'];

/** Kind of the resource that an operation answers with; undefined if it answers with none. */
export const answerKind = (on: OperationId): AnswerKind | undefined => {
  const { step } = operation(on);
  if (PRICED.includes(step)) return 'price';
  if (step === 'token-terms') return 'terms';
  return RESOURCE_KINDS.find((kind) => step.startsWith(`${kind}-`));
};

/** The pointer of the resource in the answers of an operation; undefined if it is not wrapped. */
export const envelopeOf = (envelope: Envelope | undefined, on: OperationId): string | undefined => {
  const kind = answerKind(on);
  if (envelope === undefined || kind === undefined) return undefined;
  if (typeof envelope === 'string') return envelope;
  const own = envelope[operation(on).line];
  return typeof own === 'string' ? own : own?.[kind];
};
