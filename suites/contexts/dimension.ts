import type { Line } from '../../spec/line.ts';

/**
 * A property of requests that the specification leaves open and that a fault may depend on. A requirement has to hold at every
 * value (rule section 0, "Context is free").
 */
export interface Dimension<Value extends string | number = string | number> {
  /** Such as `country`: the key in contexts and in the coverage of a run. */
  readonly name: string;
  /** The judgement rule that forbids a difference between values. */
  readonly rule: string;
  /** Value outside of any context. */
  readonly plain: Value;
  /** Values to draw from; a repeated value is drawn more often. */
  readonly wheel: readonly Value[];
  /** Values other than the plain one, the simplest first, if a failure is to name the simplest at which it recurs. */
  readonly simplestFirst?: readonly Value[];
  /** Lines that it applies to; default: all. */
  readonly lines?: readonly Line[];
  /** The end of the sentence "this shows only if …". */
  readonly condition: (value: Value) => string;
}

/** Distinct values of a dimension, in order. */
export const valuesOf = <Value extends string | number>({
  wheel,
}: Dimension<Value>): readonly Value[] => [...new Set(wheel)];
