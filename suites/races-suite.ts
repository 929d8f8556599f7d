import { checksSuite } from './engine/checks.ts';
import { contractRaces } from './races/draft-races.ts';
import { creationRaces } from './races/creation-race.ts';
import { itemRaces } from './races/item-race.ts';
import { updateRaces } from './races/update-race.ts';
import type { Run } from './engine/run.ts';
import type { Suite } from './engine/suite.ts';

/** What goes wrong only sometimes is looked for more often where there is time: fifty contract races. */
const DRAWS = { gate: 1, certify: 10 } as const;

/** Calls that are made at once (D11, D13, K2). */
export const racesSuite = (run: Run): Suite =>
  checksSuite(
    run,
    'races',
    [...contractRaces(run), ...creationRaces(run), ...itemRaces(run), ...updateRaces(run)],
    DRAWS[run.plan.thorough ? 'certify' : 'gate'],
  );
