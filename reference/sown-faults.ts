import type { Condition } from './conditions/condition.ts';
import { conditionOf } from './conditions.ts';
import type { Fault } from './faults/fault.ts';
import { faultOf } from './faults.ts';

/** What stands between a fault and its condition in an id: `FAULT~CONDITION`. */
const BETWEEN = '~';

/** Faults of one service, and the condition under which it has them; left out: always. */
export interface SownFaults {
  readonly faults: readonly Fault[];
  readonly condition?: Condition;
}

/** The id of a fault under a condition. */
export const pairId = (fault: string, condition: string): string =>
  `${fault}${BETWEEN}${condition}`;

/** The ids of a fault and of its condition, if it has one. */
export const partsOf = (id: string): readonly [fault: string, condition: string | undefined] => {
  const [fault = '', condition] = id.split(BETWEEN, 2);
  return [fault, condition];
};

/** The faults with these ids. Throws for one that is unknown, as is its condition, and where they have different conditions. */
export const sownFaults = (ids: readonly string[]): SownFaults => {
  const parts = ids.map(partsOf);
  const faults = parts.map(([fault]) => faultOf(fault));
  const [condition, ...others] = new Set(parts.map((each) => each[1]));
  if (others.length > 0)
    throw new Error('the faults of one service have one condition, or none of them has any');
  return condition === undefined ? { faults } : { faults, condition: conditionOf(condition) };
};
