import type { Fault } from '../reference/faults/fault.ts';
import { areaOf as areaOfRequirement } from '../spec/area.ts';

/** The subjects that the faults fall into. */
export const AREAS = [
  'protocol',
  'fields',
  'legal',
  'resources',
  'rules',
  'prices',
  'state',
  'sequences',
  'races',
] as const;

/** One of the subjects. */
export type Area = (typeof AREAS)[number];

/** The area of a fault: as it says itself, else that of the requirement that it breaks. */
export const areaOf = ({ area, breaks }: Fault): Area =>
  area ?? areaOfRequirement(breaks.requirement);
