import { valueAt } from '../pointer.ts';
import { ABSENT } from '../record.ts';
import { bodyFault } from './body-fault.ts';
import type { BodyFault } from './fault.ts';

const CARS_AGE = '/risk/isCarsAgeElligible';

const roadside = (variant: string, value: unknown): BodyFault =>
  bodyFault({
    requirement: 'TRAVEL-ROADSIDE-01',
    variant,
    body: 'travel-draft',
    pointer: CARS_AGE,
    kind: 'forbidden-combination',
    checkpoint: 'roadsideAssistance',
    what: `risk.isCarsAgeElligible is ${variant} where terms.hasRoadsideAssistance is true`,
    breaks: 'roadside-cars-age',
    suits: (valid) =>
      valueAt(valid, '/terms/hasRoadsideAssistance') === true &&
      valueAt(valid, CARS_AGE) !== undefined,
    spoil: () => value,
  });

/** Roadside assistance for cars that are not said to be eligible (E4, V13). */
export const TRAVEL_FAULTS: readonly BodyFault[] = [
  roadside('false', false),
  roadside('missing', ABSENT),
];
