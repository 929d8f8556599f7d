import type * as fc from 'fast-check';
import type { DeclaredCheckpoint } from '../../spec/declared-checkpoint.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Line } from '../../spec/line.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { FieldBody } from '../../spec/requirements/field-bodies.ts';
import type { GeneratorContext } from '../context.ts';
import type { Pointer } from '../pointer.ts';
import type { Extent } from '../record.ts';
import type { SurroundingName, Surroundings } from '../surroundings.ts';

/** All kinds of faults in a body. */
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

/** A kind of fault in a body. */
export type FaultKind = (typeof FAULT_KINDS)[number];

/**
 * The latest step at which a fault must have been refused: `at-once`, by the very request that carries it (E1, E3, E10,
 * S6); `price`, `contract` and `lead` by that later step, whatever the target declares (E5, E9, L1); otherwise by the
 * step that the target declares under this key.
 */
export type Checkpoint = 'at-once' | 'price' | 'contract' | 'lead' | DeclaredCheckpoint;

/** A legal body, and the same body with exactly one fault. */
export interface FaultPair {
  readonly valid: object;
  readonly faulty: object;
  /** Set if the fault is in an item of a list that was asked to have two. */
  readonly inListOfTwo?: true;
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
  /** Pointer to the fault, with `*` for the first item of an array that has the field. */
  readonly pointer: Pointer;
  readonly kind: FaultKind;
  readonly checkpoint: Checkpoint;
  /** Description of the fault, such as `terms.variant is "JOBLOSS24"`. */
  readonly what: string;
  /** `schema`, or the name of the generators' rule or need that the faulty body breaks; several are joined by +. */
  readonly breaks: string;
  /** Combined with a fault whose status is not specified (E2), so that only the refusal is judged (E1). */
  readonly isStatusFree?: true;
  /** A further form of a fault that others show as well: gates take turns with it in drafts and leads. */
  readonly isFurther?: true;
  /** Surroundings that a drawn body of this fault may differ in. */
  readonly surroundings: readonly SurroundingName[];
  /**
   * A legal body with exactly this fault; in the list item that `place` selects, if there are several. Throws RangeError if the
   * body cannot have it.
   */
  faultyOf(valid: object, context: GeneratorContext, place?: number): object;
  /** Pairs of complete drafts, or of any; both shrink together and keep the fault. Default: complete. */
  pair(context: GeneratorContext, extent?: Extent): fc.Arbitrary<FaultPair>;
  /**
   * The pair of bodies that a seed draws in these surroundings: the same as a sample of `pair`, from a body that is drawn once
   * for all faults. Default: complete bodies.
   */
  drawnPair(context: GeneratorContext, seed: number, around?: Surroundings): FaultPair;
  /** The same of the seed's first body alone, which other faults share; undefined if that body cannot have the fault. */
  sharedPair(context: GeneratorContext, seed: number, around: Surroundings): FaultPair | undefined;
  /** The smallest legal body that can have the fault, and the same body with it; deterministic for a context. */
  smallest(context: GeneratorContext): FaultPair;
}
