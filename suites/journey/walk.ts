import { NOTHING_KNOWN } from '../../client/target/body-templates.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { Line } from '../../spec/line.ts';
import type { Finding } from '../../oracles/finding.ts';
import type { Run } from '../engine/run.ts';
import { unreachedJudgements } from './unreached.ts';
import { journeyData, withValues } from './data.ts';
import { isJourneyRequirement } from '../suite-requirements.ts';
import { ROUTES, type JourneyData, type JourneyState, type Start } from './state.ts';
import { rowOf, visitOperation } from './visit.ts';

/** Whether the target allows the side effects of an operation. */
export const isAllowed = (run: Run, on: OperationId): boolean => {
  const { step } = operation(on);
  const { sideEffects } = run.target;
  if (step === 'lead-create') return sideEffects.leads === 'allow';
  if (!step.startsWith('contract-')) return true;
  return sideEffects.contracts === 'allow';
};

/** The beginning of a journey with these data, and nothing sent. */
export const stateWith = (
  { run, test, seed }: Start,
  line: Line,
  data: JourneyData,
): JourneyState => ({
  run,
  test,
  seed,
  line,
  data,
  parameters: {},
  known: NOTHING_KNOWN,
  exchanges: [],
  judgements: [],
  blocked: new Map(),
});

/** The beginning of a journey: its data drawn, apart from what is given, and nothing sent. */
export const initialState = (
  start: Start,
  line: Line,
  given: Partial<JourneyData> = {},
): JourneyState =>
  stateWith(start, line, withValues(journeyData(start.run, line, start.seed), given));

/** Walks one line from draft to contract with these data. Nothing is thrown for what the service does. */
export const walk = async (
  run: Run,
  line: Line,
  data: JourneyData,
  origin: Pick<Finding, 'test' | 'attempt' | 'seed'>,
): Promise<readonly Finding[]> => {
  const state = stateWith({ run, ...origin }, line, data);
  const visited: OperationId[] = [];
  for (const visit of ROUTES[line]) {
    const { id } = rowOf(line, visit.step);
    if (!isAllowed(run, id)) continue;
    visited.push(id);
    await visitOperation(run, visit, state);
  }
  const judgements = [
    ...state.judgements,
    ...unreachedJudgements(run, state, visited, isJourneyRequirement),
  ];
  return judgements.map((each) => ({ ...each, ...origin }));
};
