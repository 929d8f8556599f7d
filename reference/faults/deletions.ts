import { type Cause, Refusal } from '../refusal.ts';
import type { Fault } from './fault.ts';
import { beforeHandler } from './stages.ts';

/** D7: a framework that knows no body of a DELETE. */
const refusesEmptyObject = (kind: 'car' | 'metadata', cause: Cause, status: number): Fault => {
  const operation = `travel.${kind}-delete` as const;
  return {
    id: `${kind}-deletion-refuses-empty-object`,
    breaks: {
      requirement: kind === 'car' ? 'TRAVEL-CAR-04' : 'TRAVEL-METADATA-04',
      operation,
    },
    confinedTo: operation,
    what: `Delete ${kind === 'car' ? 'Car' : 'Metadata'} answers ${status} to the empty object that it is described with.`,
    sow: (tables) => {
      beforeHandler(tables, operation, ({ bytes }) => {
        if (bytes !== undefined) throw new Refusal(cause, 'a DELETE carries no body');
      });
    },
  };
};

/** Faults in what a deletion carries. */
export const deletionFaults: readonly Fault[] = [
  refusesEmptyObject('car', 'malformed', 400),
  refusesEmptyObject('metadata', 'media-type', 415),
];
