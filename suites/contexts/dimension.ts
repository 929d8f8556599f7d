/**
 * One thing that the specification leaves open and that a fault may depend on: a rule that holds, holds at every value (rule
 * section 0, "Context is free").
 */
export interface Dimension<Value extends string | number = string | number> {
  /** Such as `country`; the key of the context, and of the coverage that a run counts. */
  readonly name: string;
  /** The judgement rule by which no value may make a difference. */
  readonly rule: string;
  /** The value of a probe without a context. */
  readonly plain: Value;
  /** All values; one that stands several times is drawn so much more often. */
  readonly wheel: readonly Value[];
  /** The end of the sentence "this shows only if …". */
  readonly condition: (value: Value) => string;
}

/** Distinct values of a dimension, in their order. */
export const valuesOf = <Value extends string | number>({
  wheel,
}: Dimension<Value>): readonly Value[] => [...new Set(wheel)];
