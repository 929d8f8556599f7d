import { ABSENT } from '../record.ts';
import type { FaultParts } from './body-fault.ts';

/** One variant of a fault that a field can have. */
export interface Variation extends Pick<
  FaultParts,
  'variant' | 'kind' | 'what' | 'suits' | 'spoil'
> {}

/** The field holds this value, whatever it held before. */
export function holding(
  name: string,
  kind: Variation['kind'],
  value: unknown,
  variant = String(value),
): Variation {
  return { variant, kind, what: `${name} is ${JSON.stringify(value)}`, spoil: () => value };
}

/** The field is not there. */
export function leftOut(name: string): Variation {
  return { variant: 'missing', kind: 'missing', what: `${name} is missing`, spoil: () => ABSENT };
}
