import { judgeDraftAfterRace, judgeParallelErrors } from '../../oracles/state/race.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { LINES } from '../../spec/line.ts';
import { programFile } from '../../client/project.ts';
import type { Checks } from '../engine/checks.ts';
import type { JourneyState, Visit } from '../journey/state.ts';
import { isMissing, pollRead } from '../journey/poll-read.ts';
import { possibleCall } from '../journey/make-call.ts';
import { runRace, raceCalls } from './race.ts';

/** Concurrent requests, within the limits: two contents, prices and a read. */
const AT_ONCE: readonly Visit[] = [
  { step: 'draft-update', revised: true },
  { step: 'price-request' },
  { step: 'draft-update' },
  { step: 'price-request' },
  { step: 'draft-get' },
];

const read = ({ run, line, parameters, test }: JourneyState): Promise<Exchange> => {
  const { draftId = '' } = parameters;
  const call = {
    operation: `${line}.draft-get`,
    params: { draftId },
    test,
    intent: 'open',
  } as const;
  return pollRead(run, () => run.client.send(call), isMissing);
};

/** DRAFT-03 (D13): concurrent updates and prices of a draft. Its content afterwards is not judged (D1). */
export const updateRaces: Checks = {
  suite: 'races',
  file: programFile(import.meta.url),
  judges: [judgeDraftAfterRace],
  checks: LINES.map((line) => {
    const about = { requirement: 'DRAFT-03', on: `${line}.draft-update` } as const;
    return {
      requirement: about.requirement,
      line,
      operations: [about.on],
      name: `update/${line}`,
      collect: (one) =>
        runRace(one, about, AT_ONCE.length, async ({ state, size, scene }) => {
          const before = await read(state);
          const visits = AT_ONCE.slice(0, size);
          const calls = visits.flatMap((visit) => possibleCall(visit, state) ?? []);
          const exchanges = await raceCalls(calls, state);
          const after = await read(state);
          return [
            one.run.judge(judgeDraftAfterRace, about.on, before, exchanges, after, scene),
            ...one.run.judge(judgeParallelErrors, exchanges, scene),
          ];
        }),
    };
  }),
};
