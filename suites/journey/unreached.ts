import type { RequirementId } from '../../spec/catalogue.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { moreSerious } from '../../oracles/roll-up.ts';
import {
  judgeLeftOut,
  judgeControlRefused,
  judgeUnreached,
  LEGAL_CALL_REQUIREMENTS,
} from '../../oracles/blame/unreached.ts';
import { isAccepted } from '../../oracles/answers/answer-form.ts';
import { judgeObstruction } from '../../oracles/blame/obstruction.ts';
import type { Run } from '../engine/run.ts';
import type { JourneyState } from './state.ts';
import type { Exchange } from '../../spec/exchange.ts';

const requirementsOf = (
  run: Run,
  on: OperationId,
  isMine: (id: RequirementId) => boolean,
): RequirementId[] => run.requirementsOn(on).filter(isMine);

/** Follows obstacles back to the operation whose own answer is to blame. */
const culprit = (state: JourneyState, on: OperationId): { on: OperationId; missing: string } => {
  const obstacle = state.blocked.get(on);
  if (!obstacle) return { on, missing: '' };
  const before = culprit(state, obstacle.origin);
  return before.missing === '' ? { on: obstacle.origin, missing: obstacle.missing } : before;
};

const leftOut = (
  state: JourneyState,
  requirement: RequirementId,
  on: OperationId,
): Judgement | undefined => {
  const { on: origin, missing } = culprit(state, on);
  const [first, ...rest] = state.judgements.filter((each) => each.operation === origin);
  const worst = first && rest.reduce(moreSerious, first);
  const sent = state.exchanges.filter((each) => each.operation === origin);
  return state.run.judge(
    judgeLeftOut,
    { requirement, operation: on, origin, missing, exchanges: sent.map(({ n }) => n) },
    worst ? [worst] : [],
  );
};

/**
 * Judgements for requirements that a walk left not judged. Each names the step to blame: its operation was not reached, or its
 * answer took another branch. `isMine` selects the requirements of the caller.
 */
export const unreachedJudgements = (
  state: JourneyState,
  visited: readonly OperationId[],
  isMine: (id: RequirementId) => boolean,
): readonly Judgement[] =>
  [...new Set(visited)].flatMap((on) => {
    const judged = new Set(
      state.judgements.filter((each) => each.operation === on).map((each) => each.requirement),
    );
    return requirementsOf(state.run, on, isMine)
      .filter((requirement) => !judged.has(requirement))
      .flatMap((requirement) => leftOut(state, requirement, on) ?? []);
  });

/** The judgement of a requirement if the legal contract creation that it needs was not accepted. */
export const contractRefused = (
  requirement: RequirementId,
  state: JourneyState,
  { n, response, error }: Exchange,
): readonly Judgement[] => {
  const reasons = unreachedJudgements(state, ['gap.contract-create'], (id) => id === requirement);
  if (reasons.length > 0) return reasons;
  return [
    state.run.judge(
      judgeControlRefused,
      { requirement, operation: 'gap.contract-create' },
      'a legal contract creation to be accepted',
      String(response?.status ?? error?.code ?? 'no answer'),
      n,
    ),
  ];
};

/**
 * The judgement of an unreached requirement: the newest call of `origin` was refused, or its answer lacks the required input.
 */
export const unreached = (
  requirement: RequirementId,
  on: OperationId,
  { run, judgements, exchanges }: JourneyState,
  origin: OperationId,
  missing: string,
): Judgement => {
  const sent = exchanges.findLast((each) => each.operation === origin);
  const about = judgements.filter((each) => each.exchanges.at(-1) === sent?.n);
  const ofSuccess = about.filter((each) => LEGAL_CALL_REQUIREMENTS.includes(each.requirement));
  // A refusal that another requirement judges holds no id: its place in the target is not to blame.
  if (sent && !isAccepted(sent) && ofSuccess.length === 0)
    return run.judge(
      judgeObstruction,
      { requirement, operation: on, wanted: 'a verdict' },
      sent,
      about,
    );
  return run.judge(
    judgeUnreached,
    { requirement, operation: on, origin, missing, exchanges: sent ? [sent.n] : [] },
    ofSuccess,
  );
};

/** The judgement of a requirement without a contract: names the first failed step on the way to it. */
export const notContracted = (
  requirement: RequirementId,
  on: OperationId,
  state: JourneyState,
): Judgement => {
  const create: OperationId = `${state.line}.contract-create`;
  // Failures with other data are not to blame.
  const own = new Set(state.exchanges.map(({ n }) => n));
  const refused = state.judgements.find(
    (each) =>
      LEGAL_CALL_REQUIREMENTS.includes(each.requirement) &&
      each.verdict !== 'pass' &&
      own.has(each.exchanges.at(-1) ?? 0),
  );
  const obstacle = state.blocked.get(create);
  const origin = refused?.operation ?? obstacle?.origin ?? create;
  return unreached(requirement, on, state, origin, obstacle?.missing ?? 'the id of the contract');
};
