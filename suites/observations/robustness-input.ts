import type { Call } from '../../client/http/client.ts';
import type { Pointer } from '../../generators/pointer.ts';
import type { JudgementRuleId } from '../../spec/judgement.ts';

/** What an input is made from. */
export interface Material {
  /** A legal draft. */
  readonly draft: object;
  /** Two languages of its line. */
  readonly languages: readonly [string, string];
  /** Largest text, in characters, that this run may put into a body. */
  readonly longest: number;
}

/** Something odd that a service must survive: a change of a legal draft write, or of a legal read of a draft. */
export interface RobustnessInput {
  /** Permanent, such as `deep-nesting`. */
  readonly id: string;
  /** In words, such as `an object nested 200 levels deep`. */
  readonly what: string;
  readonly rule: JudgementRuleId;
  readonly on: 'write' | 'read';
  /** Whether a gate sends it, too; certify sends all. */
  readonly inGate?: true;
  /** The call with what is odd. */
  readonly change: (legal: Call, material: Material) => Call;
  /** Where a landlord draft shows what became of it. */
  readonly place?: Pointer;
  /** What the value read at the place tells, such as `the last one counts`; left out: whether it was kept. */
  readonly tell?: (value: unknown, odd: Call) => string;
  /** A text that shows, when it is read, that the service evaluated what was sent. */
  readonly evaluated?: string;
}
