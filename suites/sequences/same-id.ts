import { programFile } from '../../client/project.ts';
import { judgeIdTwice } from '../../oracles/state/side-effect.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { SequenceCheck } from './sequence-check.ts';

const REQUIREMENTS: ReadonlyMap<string, RequirementId> = new Map([
  ['car-post', 'UNIQUE-03'],
  ['metadata-post', 'UNIQUE-04'],
]);

/** D11: an item gets the id of another item of its draft. */
export const sameIds: SequenceCheck = {
  file: programFile(import.meta.url),
  requirements: [...REQUIREMENTS.values()],
  judges: [judgeIdTwice],
  collect: async ({ hasSameId, command, journey, on, exchange }) => {
    const requirement = REQUIREMENTS.get(command.step);
    if (!hasSameId || !requirement) return undefined;
    const judged = journey.run.judge(judgeIdTwice, requirement, on, exchange.n);
    return { signature: `${on} same id`, judgements: [judged] };
  },
};
