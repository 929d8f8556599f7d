import { bodyFaults } from './bodies.ts';
import { countryFaults } from './country.ts';
import { credentialFaults } from './credentials.ts';
import { currencyFaults } from './currencies.ts';
import type { Fault } from './fault.ts';
import { unknownIdFaults } from './ids.ts';
import { lastModifiedFaults } from './last-modified.ts';
import { legalCallFaults } from './legal-calls.ts';
import { ownershipFaults } from './ownership.ts';
import { unlistedStatusFaults } from './refusals.ts';
import { rightsFaults } from './rights.ts';
import { anyVersionFaults } from './version.ts';

/** Faults of kinds that any operation may have, on each operation that the requirement is about. */
export const cellFaults: readonly Fault[] = [
  ...anyVersionFaults,
  ...countryFaults,
  ...credentialFaults,
  ...rightsFaults,
  ...ownershipFaults,
  ...unknownIdFaults,
  ...bodyFaults,
  ...unlistedStatusFaults,
  ...lastModifiedFaults,
  ...currencyFaults,
  ...legalCallFaults,
];
