import { checksSuite } from './engine/checks.ts';
import type { Run } from './engine/run.ts';
import type { Suite } from './engine/suite.ts';
import { CONTRACT_RACES } from './races/contract-race.ts';
import { CREATION_RACES } from './races/creation-race.ts';
import { UPDATE_RACES } from './races/update-race.ts';
import { ITEM_RACES } from './races/item-race.ts';

/** What goes wrong only sometimes is looked for more often where there is time: fifty contract races. */
const DRAWS = { gate: 1, certify: 10 } as const;

/** Calls that are made at once (D11, D13, K2). */
export const racesSuite = (run: Run): Suite =>
  checksSuite(
    run,
    'races',
    [...CONTRACT_RACES, ...CREATION_RACES, ...ITEM_RACES, ...UPDATE_RACES],
    DRAWS[run.plan.thorough ? 'certify' : 'gate'],
  );
