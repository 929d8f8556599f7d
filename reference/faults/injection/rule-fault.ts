import type { OperationId } from '../../../spec/operations.ts';
import { valuesAt } from '../../item-pointer.ts';
import { type JsonObject, withPointer } from '../../json.ts';
import type { Rule } from '../../rules/rule.ts';
import type { Fault } from './fault.ts';
import { subjectOf, type FaultScope } from './row-fault.ts';

/** A business rule that a service does not enforce, or not always. */
export interface RuleFault extends Fault {
  readonly on: readonly OperationId[];
}

/** A business rule that the reference overlooks. */
export interface Overlooked {
  readonly requirement: string;
  /** Id of the rule. */
  readonly rule: string;
  /** The field that the rule checks. */
  readonly pointer: string;
  /** The value that the rule sees instead, so that it is satisfied; undefined: the field is absent. */
  readonly takenFor?: unknown;
}

/** One way to overlook it. */
export interface OverlookedVariant extends FaultScope {
  /** Description of the wrongly accepted value, after the names of the operations. */
  readonly what: string;
  /** True for the drafts in which it is overlooked; default: all. */
  readonly when?: (draft: JsonObject) => boolean;
  /** The rule is enforced at the price request, which is too late (E1). */
  readonly lateAtPrice?: true;
}

/** True if the field at a pointer has this value. */
export const hasValue =
  (pointer: string, value: unknown) =>
  (draft: JsonObject): boolean =>
    valuesAt(draft, pointer).some((each) => each === value);

const forgiving = (
  rule: Rule,
  { pointer, takenFor }: Overlooked,
  { on, when }: OverlookedVariant,
): Rule => ({
  ...rule,
  check: (subject) => {
    const { body, writtenBy } = subject;
    const overlooked = on.includes(writtenBy) && (when?.(body) ?? true);
    return rule.check(
      overlooked ? { ...subject, body: withPointer(body, pointer, takenFor) } : subject,
    );
  },
});

/** The fault of overlooking a rule in this way. `id` has the rule, without the operation. */
export const overlookedRuleFault = (
  id: string,
  overlooked: Overlooked,
  way: OverlookedVariant,
): RuleFault => ({
  id: `rule-${id}${way.suffix}`,
  breaks: { requirement: overlooked.requirement, operation: way.on },
  confinedTo: overlooked.pointer,
  what: `${subjectOf(way.on)} ${way.what}.`,
  on: way.on,
  inject: (tables) => {
    tables.rules = tables.rules.flatMap((rule) => {
      if (rule.id !== overlooked.rule) return [rule];
      const changed = forgiving(rule, overlooked, way);
      return way.lateAtPrice ? [changed, { ...rule, at: 'price' as const }] : [changed];
    });
  },
});
