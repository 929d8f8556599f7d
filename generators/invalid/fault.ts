import type * as fc from 'fast-check';
import type { DeclaredCheckpoint } from '../../spec/declared-checkpoint.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Line } from '../../spec/line.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { FieldBody } from '../../spec/requirements/field-bodies.ts';
import type { GeneratorContext } from '../context.ts';
import type { Pointer } from '../pointer.ts';
import type { Extent } from '../record.ts';

/** Every way in which a body can be wrong. */
export const FAULT_KINDS = [
  'wrong-type',
  'unlisted-value',
  'malformed-date',
  'malformed-year',
  'malformed-email',
  'wrong-currency',
  'not-whole',
  'missing',
  'zero-denominator',
  'wrong-country-code',
  'vat-form',
  'two-identifications',
  'forbidden-flag',
  'forbidden-combination',
  'late-start',
  'unknown-insurer',
] as const;

/** One way in which a body can be wrong. */
export type FaultKind = (typeof FAULT_KINDS)[number];

/**
 * Where a fault must have been refused at the latest: `at-once`, by the very request that carries it (E1, E3, E10, S6);
 * `price`, `contract` and `lead` by that later step, whatever the target declares (E5, E9, L1); else by the step that the
 * target declares under this key.
 */
export type Checkpoint = 'at-once' | 'price' | 'contract' | 'lead' | DeclaredCheckpoint;

/** A legal body, the twin, and the same body with exactly one fault. */
export interface FaultPair {
  readonly valid: object;
  readonly faulty: object;
}

/** One way to break one requirement with one body. */
export interface BodyFault {
  /** Permanent: the requirement's id, a slash and the variant, such as `TRAVEL-FIELD-language-enum/de`. */
  readonly id: string;
  readonly requirement: RequirementId;
  readonly body: FieldBody;
  /** The operations that the requirement is about, of the lines that have this body. */
  readonly operations: readonly OperationId[];
  /** The lines of these operations; more than one for the lead body, which three lines share. */
  readonly lines: readonly Line[];
  /** Where the fault is, with `*` for the first item of an array that has the field. */
  readonly pointer: Pointer;
  readonly kind: FaultKind;
  readonly checkpoint: Checkpoint;
  /** The fault in words, such as `terms.variant is "JOBLOSS24"`. */
  readonly what: string;
  /** `schema`, or the name of the generators' rule or need that the faulty body breaks; of several with + between them. */
  readonly breaks: string;
  /** Beside a fault whose status nobody states (E2), so that only the refusal is judged (E1). */
  readonly isStatusFree?: true;
  /** A legal body with exactly this fault. Throws RangeError where the body is not one that can have it. */
  faultyOf(valid: object, context: GeneratorContext): object;
  /** Pairs of complete drafts, or of any; both shrink together and keep the fault. Default: complete. */
  pair(context: GeneratorContext, extent?: Extent): fc.Arbitrary<FaultPair>;
  /** The pair of complete bodies that a seed draws: the same as a sample of `pair`, from a body that is drawn once for all faults. */
  drawnPair(context: GeneratorContext, seed: number): FaultPair;
  /** The smallest legal body that can have the fault, and the same with it; always the same for one context. */
  smallest(context: GeneratorContext): FaultPair;
}
