import { NOTHING_KNOWN } from '../../client/target/body-templates.ts';
import type { Line } from '../../spec/line.ts';
import { judgeOnlyIf } from '../../oracles/blame/only-if.ts';
import type { Finding } from '../../oracles/finding.ts';
import type { Run } from '../engine/run.ts';
import { unreachedJudgements } from './unreached.ts';
import { journeyData, withValues } from './data.ts';
import { isUniversal } from '../../spec/catalogue.ts';
import { PLAIN, type ProbeContext } from '../contexts/context.ts';
import { isFailedIn } from '../contexts/repeat-in-context.ts';
import { withoutRefusals } from '../contexts/refused-spelling.ts';
import { ROUTES, type JourneyData, type JourneyState, type Start, type Visit } from './state.ts';
import { isAllowed, makeVisits, rowOf } from './make-call.ts';

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

/** Calls on a draft that has become a contract, which a service may refuse (R5). */
const AFTER_CONTRACT: readonly Visit[] = [
  { step: 'draft-update', revised: true },
  { step: 'price-request' },
];

/**
 * Reads a contract after calls that do not touch it (D13). A failure names them, as the end of "only if …", unless an earlier read
 * of the contract has failed as well.
 */
export const readContractAgain = async (state: JourneyState, condition: string): Promise<void> => {
  const { run, judgements, parameters } = state;
  if (parameters.contractId === undefined) return;
  const before = judgements.length;
  await makeVisits([{ step: 'contract-get' }], state);
  const hasFailed = isFailedIn(judgements.slice(0, before));
  const found = judgements.splice(before);
  const named = found.map((each) =>
    each.verdict === 'fail' && !hasFailed(each) ? run.judge(judgeOnlyIf, each, [condition]) : each,
  );
  judgements.push(...named);
};

/** Changes and prices the draft of a contract, and then reads the contract. */
const goOnAfterContract = async (state: JourneyState): Promise<void> => {
  if (state.parameters.contractId === undefined) return;
  await makeVisits(AFTER_CONTRACT, state, { intent: 'open' });
  await readContractAgain(state, 'its draft was called again after the contract');
};

/**
 * Walks one line from draft to contract with these data; in the first round it goes on after the contract. No behaviour of the
 * service makes it throw.
 */
export const walk = async (
  run: Run,
  line: Line,
  data: JourneyData,
  { round, ...origin }: Pick<Finding, 'test' | 'attempt' | 'seed'> & { readonly round?: number },
  context: ProbeContext = PLAIN,
): Promise<readonly Finding[]> => {
  const state = stateWith({ run, ...origin, context }, line, data);
  const visits = ROUTES[line].filter(({ step }) => isAllowed(run, rowOf(line, step).id));
  await makeVisits(visits, state);
  if (round === 1) await goOnAfterContract(state);
  const visited = visits.map(({ step }) => rowOf(line, step).id);
  const judgements = [...state.judgements, ...unreachedJudgements(state, visited, isUniversal)];
  return judgements.map((each) => ({ ...each, ...origin }));
};
