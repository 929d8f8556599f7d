import { valuesAt } from '../../item-pointer.ts';
import { writesOf } from '../injection/row-fault.ts';
import type { Fault } from '../injection/fault.ts';
import {
  hasValue,
  overlookedRuleFault,
  type RuleFault,
  type OverlookedVariant,
} from '../injection/rule-fault.ts';

const { update, both } = writesOf('travel');
const CARS_AGE = '/risk/isCarsAgeElligible';
const roadside = (id: string, way: OverlookedVariant): RuleFault =>
  overlookedRuleFault(
    `travel-roadside-${id}`,
    {
      requirement: 'TRAVEL-ROADSIDE-01',
      rule: 'roadside-assistance',
      pointer: CARS_AGE,
      takenFor: true,
    },
    way,
  );

/** Roadside assistance for cars that are not eligible, or of unknown age. */
export const faults: readonly Fault[] = [
  roadside('not-eligible', {
    ...both,
    what: 'accepts roadside assistance for cars that are not eligible, up to the contract',
    when: hasValue(CARS_AGE, false),
  }),
  roadside('eligibility-absent', {
    ...both,
    what: 'accepts roadside assistance for cars of unknown age, up to the contract',
    when: (draft) => valuesAt(draft, CARS_AGE).length === 0,
  }),
  roadside('any-car', {
    ...update,
    what: 'accepts roadside assistance for any car, up to the contract',
  }),
];
