import type { Call } from '../../client/http/client.ts';
import { type DraftOf, rewrittenDraft } from '../../generators/draft.ts';
import { samples, subSeed } from '../../generators/sample.ts';
import { isRefused, isServed, statusOf } from '../../oracles/answers/answer-form.ts';
import type { Judgement } from '../../oracles/finding.ts';
import {
  judgeContentAfterRace,
  judgeDraftAfterRace,
  judgeParallelErrors,
} from '../../oracles/state/race.ts';
import type { Written } from '../../oracles/state/read-back.ts';
import { CATALOGUE, showsInReadBacks } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { LINES } from '../../spec/line.ts';
import type { OperationId } from '../../spec/operations.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';
import { programFile } from '../../client/project.ts';
import type { Checks } from '../engine/checks.ts';
import type { Run } from '../engine/run.ts';
import type { Subject } from '../engine/suite.ts';
import { withValues } from '../journey/data.ts';
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

/** The state with two contents to write, each of which differs in every field from what the draft holds. */
const withNewContents = (state: JourneyState): JourneyState => {
  const { run, line, data, seed } = state;
  const contents = rewrittenDraft(line, data.draft as DraftOf<typeof line>, run.generators);
  const [draft, revised] = samples(contents, subSeed(seed, 'race'), 2);
  return { ...state, data: withValues(data, { draft, revised }) };
};

/** The bodies of a race that were accepted, one of which a draft shows then. Empty if the outcome of any is unknown (S8). */
const leftBy = (
  on: OperationId,
  calls: readonly Call[],
  exchanges: readonly Exchange[],
): readonly Written[] => {
  const updates = exchanges.flatMap((exchange, at) =>
    exchange.operation === on ? [{ exchange, body: calls[at]?.body }] : [],
  );
  const isKnown = (exchange: Exchange): boolean =>
    isServed(exchange) || (isRefused(exchange) && !isDisturbance(statusOf(exchange)));
  if (!updates.every(({ exchange }) => isKnown(exchange))) return [];
  return updates
    .filter(({ exchange }) => isServed(exchange))
    .map(({ exchange, body }) => ({ operation: on, exchange: exchange.n, body }));
};

const contentAfter = (
  run: Run,
  written: readonly Written[],
  read: Exchange,
): readonly Judgement[] =>
  read.operation === 'landlord.draft-get' ? run.judge(judgeContentAfterRace, written, read) : [];

/** Reads the draft until it is served and shows nothing that the updates have replaced, or the read-back delay is over (D3). */
const read = (
  { run, line, parameters, test }: JourneyState,
  written: readonly Written[] = [],
): Promise<Exchange> => {
  const { draftId = '' } = parameters;
  const call = {
    operation: `${line}.draft-get`,
    params: { draftId },
    test,
    intent: 'open',
  } as const;
  const isStale = (answer: Exchange): boolean =>
    isMissing(answer) || contentAfter(run, written, answer).length > 0;
  return pollRead(run, () => run.client.send(call), isStale);
};

/** LANDLORD-READBACK-… (D2, D3): the content of a draft after concurrent updates. */
export const contentsAfterRaces: Subject = {
  file: programFile(import.meta.url),
  requirements: [...CATALOGUE.keys()].filter(showsInReadBacks),
  judges: [judgeContentAfterRace],
};

/** DRAFT-03 (D13): concurrent updates and prices of a draft. Of its content afterwards only D2 is judged, on landlord. */
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
          const writer = withNewContents(state);
          const calls = visits.flatMap((visit) => possibleCall(visit, writer) ?? []);
          const exchanges = await raceCalls(calls, state);
          const written = leftBy(about.on, calls, exchanges);
          const after = await read(state, written);
          return [
            ...contentAfter(one.run, written, after),
            one.run.judge(judgeDraftAfterRace, about.on, before, exchanges, after, scene),
            ...one.run.judge(judgeParallelErrors, exchanges, scene),
          ];
        }),
    };
  }),
};
