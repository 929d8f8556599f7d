import type { Fault } from '../reference/faults/fault.ts';

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

/** Beginnings of requirement ids by area; the longest that fits counts. */
const BEGINNINGS: readonly (readonly [RegExp, Area])[] = [
  [/-(RESOURCE|READBACK)-|^PRICE-(FIELD|ALTERNATIVE)-|^LANDLORD-DRAFT-/, 'resources'],
  [/-LEGAL-/, 'legal'],
  [/-FIELD-/, 'fields'],
  [/^(GAP-)?PRICE-|^GAP-(FRACTION|INVOICE)-/, 'prices'],
  [/^TRAVEL-(CAR|PERSON|METADATA)-0|^UNIQUE-|^DRAFT-0[34]|^ID-0[67]|^GAP-CONTRACT-01/, 'state'],
  [/^AUTH-0[456]/, 'state'],
  [
    /-(FLAG|ALLOWED|EMPLOYER|ROADSIDE|ANSWER|POLICYHOLDER|STARTDATE|TOKEN|INSURER|VEHICLE|WHITELABEL)-|^LEAD-/,
    'rules',
  ],
];

/** The area of a fault: as it says itself, else by the requirement that it breaks. */
export const areaOf = ({ area, breaks }: Fault): Area =>
  area ?? BEGINNINGS.find(([pattern]) => pattern.test(breaks.requirement))?.[1] ?? 'protocol';
