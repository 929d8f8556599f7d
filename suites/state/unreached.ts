import type { Judgement } from '../../oracles/finding.ts';
import { judgeUnreached, OF_LEGAL_CALLS } from '../../oracles/blame/unreached.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { JourneyState } from '../journey/state.ts';
import type { Run } from '../run.ts';

/** Why a requirement could not be judged: the newest call of `origin` was refused, or its answer lacks what is needed. */
export const unreached = (
  run: Run,
  requirement: RequirementId,
  on: OperationId,
  { judgements, exchanges }: JourneyState,
  origin: OperationId,
  missing: string,
): Judgement => {
  const sent = exchanges.findLast((each) => each.operation === origin);
  return run.judge(
    judgeUnreached,
    { requirement, operation: on, origin, missing, exchanges: sent ? [sent.n] : [] },
    judgements.filter(
      (each) => OF_LEGAL_CALLS.includes(each.requirement) && each.exchanges.at(-1) === sent?.n,
    ),
  );
};

/** Why there is no contract to look at: the first step on the way to it that did not succeed. */
export const notContracted = (
  run: Run,
  requirement: RequirementId,
  on: OperationId,
  state: JourneyState,
): Judgement => {
  const create: OperationId = `${state.line}.contract-create`;
  // What other data met on the way here is not to blame.
  const own = new Set(state.exchanges.map(({ n }) => n));
  const refused = state.judgements.find(
    (each) =>
      OF_LEGAL_CALLS.includes(each.requirement) &&
      each.verdict !== 'pass' &&
      own.has(each.exchanges.at(-1) ?? 0),
  );
  const obstacle = state.blocked.get(create);
  const origin = refused?.operation ?? obstacle?.origin ?? create;
  return unreached(
    run,
    requirement,
    on,
    state,
    origin,
    obstacle?.missing ?? 'the id of the contract',
  );
};
