import { registerChecks } from './checks.ts';
import { contractRaces } from './races/contract-race.ts';
import { creationRaces } from './races/creation-race.ts';
import { itemRaces } from './races/item-race.ts';
import { updateRaces } from './races/update-race.ts';
import { run } from './run.ts';

const CHECKS = [...contractRaces, ...creationRaces, ...itemRaces, ...updateRaces];

// What goes wrong only sometimes is looked for more often where there is time: fifty contract races.
registerChecks('races', 'Side by side', CHECKS, run.plan.thorough ? 10 : 1);
