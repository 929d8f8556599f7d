import { type JsonObject, withPointer } from './json.ts';
import type { Outcome } from './call.ts';

const HEADER = 'header:';

/** An outcome with a value at a place of its answer: a JSON pointer into the resource, or `header:NAME`, as text (P5). */
export const placeValue = (
  place: string,
  value: unknown,
  resource: JsonObject,
): Pick<Outcome, 'resource' | 'essential' | 'headers'> =>
  place.startsWith(HEADER)
    ? { resource, headers: { [place.slice(HEADER.length).toLowerCase()]: String(value) } }
    : {
        resource: withPointer(resource, place, value),
        essential: withPointer({}, place, value),
      };
