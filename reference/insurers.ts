import { LAST_RESORT_INSURER } from '../spec/enumerations.ts';

/** The 18 casco insurers that this service knows; the specification prints the last one only (V11). */
export const INSURERS: readonly string[] = [
  'AG Insurance',
  'Allianz',
  'Argenta',
  'AXA',
  'Baloise',
  'Belfius',
  'Corona',
  'DKV',
  'DVV',
  'Ethias',
  'Federale',
  'KBC',
  'Mercator',
  'Nateus',
  'P&V',
  'Touring',
  'Vivium',
  LAST_RESORT_INSURER,
];
