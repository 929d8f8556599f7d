import { registerChecks } from './checks.ts';
import { uniqueIdChecks } from './state/unique-ids.ts';

// A module of its own, after all that creates something: every id of the run is compared.
registerChecks('unique-ids', 'State', uniqueIdChecks());
