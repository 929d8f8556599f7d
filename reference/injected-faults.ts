import type { Condition } from './conditions/condition.ts';
import type { Fault } from './faults/injection/fault.ts';

/** Separator of fault and condition in an id: `FAULT~CONDITION`. */
const BETWEEN = '~';

/** Faults of one service, and the condition under which it has them; left out: always. */
export interface InjectedFaults {
  readonly faults: readonly Fault[];
  readonly condition?: Condition;
}

/** The id of a fault under a condition. */
export const pairId = (fault: string, condition: string): string =>
  `${fault}${BETWEEN}${condition}`;

/** The ids of a fault and of its condition, if it has one. */
export const splitPairId = (
  id: string,
): readonly [fault: string, condition: string | undefined] => {
  const [fault = '', condition] = id.split(BETWEEN, 2);
  return [fault, condition];
};

/** The faults with these ids, loaded only if there are any. Rejects for one that is unknown, as is its condition, and if they have different conditions. */
export const injectedFaults = async (ids: readonly string[]): Promise<InjectedFaults> => {
  if (ids.length === 0) return { faults: [] };
  const { faultOf } = await import('./faults.ts');
  const parts = ids.map(splitPairId);
  const faults = parts.map(([fault]) => faultOf(fault));
  const [condition, ...others] = new Set(parts.map((each) => each[1]));
  if (others.length > 0)
    throw new Error('the faults of one service have one condition, or none of them has any');
  if (condition === undefined) return { faults };
  const { conditionOf } = await import('./conditions.ts');
  return { faults, condition: conditionOf(condition) };
};
