import { judgeNoRace, judgeDraftAfterRace, judgeParallelErrors } from '../../oracles/state/race.ts';
import type { Call } from '../../client/http/client.ts';
import type { Judgement } from '../../oracles/finding.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { type Line, LINES } from '../../spec/line.ts';
import type { Check, Try } from '../engine/checks.ts';
import type { Visit, JourneyState } from '../journey/state.ts';
import { isMissing, untilThere } from '../journey/until-there.ts';
import { isObstacle, legalCall, rowOf } from '../journey/visit.ts';
import { prepare } from '../engine/preparation.ts';
import type { Run } from '../engine/run.ts';
import { race, raceSize } from './draft-races.ts';

/** What goes out at once, as far as the limits allow: two contents, prices and a read. */
const AT_ONCE: readonly Visit[] = [
  { step: 'draft-update', revised: true },
  { step: 'price-request' },
  { step: 'draft-update' },
  { step: 'price-request' },
  { step: 'draft-get' },
];

const read = (run: Run, { line, parameters, test }: JourneyState): Promise<Exchange> => {
  const { draftId = '' } = parameters;
  const on = rowOf(line, 'draft-get').id;
  const send = () => run.client.send({ operation: on, params: { draftId }, test, intent: 'open' });
  return untilThere(run, send, isMissing);
};

const callsOf = (run: Run, state: JourneyState, size: number): readonly Call[] =>
  AT_ONCE.slice(0, size).flatMap((visit) => {
    const call = legalCall(run, visit, state);
    return isObstacle(call) ? [] : [call];
  });

const collect =
  (run: Run, line: Line) =>
  async ({ test, seed }: Try): Promise<readonly Judgement[]> => {
    const row = rowOf(line, 'draft-update');
    const { state, call, judgements } = await prepare(row.id, { run, test, seed });
    if (!call) return judgements;
    const { size, scene } = raceSize(run, AT_ONCE.length);
    if (size < 2)
      return [...judgements, run.judge(judgeNoRace, 'DRAFT-03', row.id, state.exchanges.at(-1))];
    const before = await read(run, state);
    const exchanges = await race(run, callsOf(run, state, size), state);
    const after = await read(run, state);
    const told = run.judge(judgeDraftAfterRace, row.id, before, exchanges, after, scene);
    return [...judgements, told, ...run.judge(judgeParallelErrors, exchanges, scene)];
  };

/** DRAFT-03 (D13): a draft is updated and priced at once. Which of the contents it has then is not judged (D1). */
export const updateRaces = (run: Run): readonly Check[] =>
  LINES.map((line) => ({
    requirement: 'DRAFT-03',
    line,
    operations: [rowOf(line, 'draft-update').id],
    name: `update/${line}`,
    collect: collect(run, line),
  }));
