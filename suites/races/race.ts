import type { Call } from '../../client/http/client.ts';
import { programFile } from '../../client/project.ts';
import { maxSimultaneous } from '../../client/http/throttle.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeParallelErrors, PARALLEL_ERRORS } from '../../oracles/state/race.ts';
import { judgeNoRace } from '../../oracles/blame/obstruction.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Try } from '../engine/checks.ts';
import { prepare } from '../engine/preparation.ts';
import { recordSightings } from '../engine/sightings.ts';
import type { Subject } from '../engine/suite.ts';
import type { JourneyState } from '../journey/state.ts';
import { isMissing } from '../journey/poll-read.ts';
import { shownTooEarly } from '../journey/read-back.ts';

/** A race with its prepared objects. */
export interface Race {
  readonly state: JourneyState;
  readonly call: Call;
  /** Number of concurrent calls: as requested, or as many as the target's limits allow. */
  readonly size: number;
  /** Its name in findings. */
  readonly scene: string;
}

/** Runs a race on the objects prepared for an operation; returns the reason if there are none. */
export const runRace = async (
  one: Try,
  about: { readonly requirement: RequirementId; readonly on: OperationId },
  wanted: number,
  hold: (race: Race) => Promise<readonly Judgement[]>,
  prepared: OperationId = about.on,
): Promise<readonly Judgement[]> => {
  const { state, call, judgements } = await prepare(prepared, one);
  if (!call) return judgements;
  const size = Math.min(wanted, maxSimultaneous(one.run.target.limits));
  const bound = size < wanted ? ", all that the target's limits allow" : '';
  const judged =
    size < 2
      ? [one.run.judge(judgeNoRace, about.requirement, about.on, state.exchanges.at(-1))]
      : await hold({ state, call, size, scene: `${size} calls at once${bound}` });
  return [...judgements, ...judged];
};

/** Opens a connection for each call of a race by harmless reads of the draft, unless earlier races of the line did. */
const openConnections = async (
  wanted: number,
  state: JourneyState,
): Promise<readonly Exchange[]> => {
  const { run, line, parameters, test } = state;
  if (!run.memory.connections.areMissing(line, wanted)) return [];
  const { draftId = '' } = parameters;
  const read = {
    operation: `${line}.draft-get`,
    params: { draftId },
    test,
    intent: 'open',
  } as const;
  const reads = await run.client.sendTogether(Array.from({ length: wanted }, () => read));
  // A draft that is not there yet is the read-back delay (D3).
  const shown = reads.filter((each) => !isMissing(each));
  const contents = shown.flatMap((each) => shownTooEarly(state, each));
  run.memory.met.note(test, [
    ...run.judge(judgeParallelErrors, shown, `${wanted} calls at once`),
    ...contents,
  ]);
  return reads;
};

/** Sends calls concurrently, so that none waits for a connection. No single call has to succeed: it may lose the race. */
export const raceCalls = async (
  calls: readonly Call[],
  state: JourneyState,
): Promise<readonly Exchange[]> => {
  const { run, test } = state;
  const reads = await openConnections(calls.length, state);
  const answers = await run.client.sendTogether(calls.map((call) => ({ ...call, intent: 'open' })));
  recordSightings(run, test, [...reads, ...answers]);
  return answers;
};

/** Calls of a race that were not served, or ended in a server error, while another one was served (S9, S16). */
export const callsAtOnce: Subject = {
  file: programFile(import.meta.url),
  requirements: PARALLEL_ERRORS,
  judges: [judgeParallelErrors],
};
