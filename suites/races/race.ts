import type { Call } from '../../client/http/client.ts';
import { mostTogether } from '../../client/http/throttle.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { JourneyState } from '../journey/state.ts';
import { noteAnswers } from '../met-sightings.ts';
import { rowOf } from '../journey/visit.ts';
import type { Run } from '../run.ts';

/** How many calls a race makes at once, and how it is called in findings. */
export interface RaceSize {
  readonly size: number;
  readonly scene: string;
}

/** The wanted number of calls at once, or as many as the target's limits allow. */
export const raceSize = (run: Run, wanted: number): RaceSize => {
  const size = Math.min(wanted, mostTogether(run.target.limits));
  const bound = size < wanted ? ", all that the target's limits allow" : '';
  return { size, scene: `${size} calls at once${bound}` };
};

/** Opens as many connections as a race needs, by harmless reads of a draft, so that no call of it has to wait for one. */
const warmUp = (run: Run, { line, parameters, test }: JourneyState, size: number) => {
  const { draftId = '' } = parameters;
  const read: Call = {
    operation: rowOf(line, 'draft-get').id,
    params: { draftId },
    test,
    intent: 'open',
  };
  return run.client.sendTogether(Array.from({ length: size }, () => read));
};

/** Sends calls at once over connections that are open. Nothing is expected of a single one: it may have to give way. */
export const race = async (
  run: Run,
  calls: readonly Call[],
  state: JourneyState,
): Promise<readonly Exchange[]> => {
  await warmUp(run, state, calls.length);
  const answers = await run.client.sendTogether(calls.map((call) => ({ ...call, intent: 'open' })));
  noteAnswers(run, state.test, answers);
  return answers;
};
