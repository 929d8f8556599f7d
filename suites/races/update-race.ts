import type { Call } from '../../client/client.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { judgeParallelErrors } from '../../oracles/parallel-errors.ts';
import { statusText } from '../../oracles/status-text.ts';
import { stillThere } from '../../oracles/still-there.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { type Line, LINES } from '../../spec/line.ts';
import type { Check, Try } from '../checks.ts';
import type { Visit } from '../journey/route.ts';
import type { JourneyState } from '../journey/state.ts';
import { isObstacle, legalCall, rowOf, untilThere } from '../journey/visit.ts';
import { prepare } from '../preparation.ts';
import { run } from '../run.ts';
import { noRace, race, raceSize } from './race.ts';

/** What goes out at once, as far as the limits allow: two contents, prices and a read. */
const AT_ONCE: readonly Visit[] = [
  { step: 'draft-update', revised: true },
  { step: 'price-request' },
  { step: 'draft-update' },
  { step: 'price-request' },
  { step: 'draft-get' },
];

const read = ({ line, parameters, test }: JourneyState): Promise<Exchange> => {
  const { draftId = '' } = parameters;
  const on = rowOf(line, 'draft-get').id;
  return untilThere(() =>
    run.client.send({ operation: on, params: { draftId }, test, intent: 'open' }),
  );
};

const callsOf = (state: JourneyState, size: number): readonly Call[] =>
  AT_ONCE.slice(0, size).flatMap((visit) => {
    const call = legalCall(visit, state);
    return isObstacle(call) ? [] : [call];
  });

const judge =
  (line: Line) =>
  async ({ test, seed }: Try): Promise<readonly Judgement[]> => {
    const row = rowOf(line, 'draft-update');
    const { state, call, judgements } = await prepare(row, test, seed);
    if (!call) return judgements;
    const { size, scene } = raceSize(AT_ONCE.length);
    if (size < 2) return [...judgements, noRace('DRAFT-03', row.id, state.exchanges)];
    const before = await read(state);
    const exchanges = await race(callsOf(state, size), state);
    const after = await read(state);
    const base = {
      requirement: 'DRAFT-03',
      operation: row.id,
      wanted: `the draft is served afterwards (updates and price requests, ${scene})`,
      got: statusText(after),
      exchanges: [before.n, ...exchanges.map(({ n }) => n), after.n],
    } as const;
    const there = stillThere(before);
    const told: Judgement =
      there.verdict === 'pass'
        ? { ...base, ...stillThere(after), twin: before.n }
        : { ...base, verdict: 'inconclusive', reason: 'blocked-by', blockedBy: 'DRAFT-01' };
    return [...judgements, told, ...judgeParallelErrors(exchanges, scene)];
  };

/** DRAFT-03 (D13): a draft is updated and priced at once. Which of the contents it has then is not judged (D1). */
export const updateRaces = (): readonly Check[] => LINES.map((line) => ({
  requirement: 'DRAFT-03',
  line,
  operations: [rowOf(line, 'draft-update').id],
  name: `update/${line}`,
  judge: judge(line),
}));
