import { NOTHING_KNOWN } from '../../client/target/body-templates.ts';
import type { Line } from '../../spec/line.ts';
import type { Finding } from '../../oracles/finding.ts';
import type { Run } from '../engine/run.ts';
import { unreachedJudgements } from './unreached.ts';
import { journeyData, withValues } from './data.ts';
import { isUniversal } from '../../spec/catalogue.ts';
import { PLAIN, type ProbeContext } from '../contexts/context.ts';
import { withoutRefusals } from '../contexts/refused-spelling.ts';
import { ROUTES, type JourneyData, type JourneyState, type Start } from './state.ts';
import { rowOf, isAllowed, makeVisits } from './make-call.ts';

/** The start of a journey with these data, before any request. */
export const stateWith = (
  { run, test, seed, context = PLAIN, isUsed }: Start,
  line: Line,
  data: JourneyData,
): JourneyState => ({
  run,
  test,
  seed,
  context: withoutRefusals(run, line, context),
  isUsed,
  line,
  data,
  parameters: {},
  known: NOTHING_KNOWN,
  exchanges: [],
  judgements: [],
  blocked: new Map(),
});

/** The initial state of a journey: data generated, except given ones; nothing sent. */
export const initialState = (
  start: Start,
  line: Line,
  given: Partial<JourneyData> = {},
): JourneyState =>
  stateWith(
    start,
    line,
    withValues(journeyData(start.run, line, start.seed, start.context), given),
  );

/** Walks one line from draft to contract with these data. No behaviour of the service makes it throw. */
export const walk = async (
  run: Run,
  line: Line,
  data: JourneyData,
  origin: Pick<Finding, 'test' | 'attempt' | 'seed'>,
  context: ProbeContext = PLAIN,
): Promise<readonly Finding[]> => {
  const state = stateWith({ run, ...origin, context }, line, data);
  const visits = ROUTES[line].filter(({ step }) => isAllowed(run, rowOf(line, step).id));
  await makeVisits(visits, state);
  const visited = visits.map(({ step }) => rowOf(line, step).id);
  const judgements = [...state.judgements, ...unreachedJudgements(state, visited, isUniversal)];
  return judgements.map((each) => ({ ...each, ...origin }));
};
