import type { RequirementId } from '../../spec/catalogue.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { graver } from '../../oracles/roll-up.ts';
import { judgeLeftOut } from '../../oracles/blame/unreached.ts';
import type { Run } from '../run.ts';
import type { JourneyState } from './state.ts';

const requirementsOf = (
  run: Run,
  on: OperationId,
  isMine: (id: RequirementId) => boolean,
): RequirementId[] => [...run.requirementsOn(on)].filter(isMine);

/** Follows obstacles back to the operation whose own answer is to blame. */
const culprit = (state: JourneyState, on: OperationId): { on: OperationId; missing: string } => {
  const obstacle = state.blocked.get(on);
  if (!obstacle) return { on, missing: '' };
  const before = culprit(state, obstacle.origin);
  return before.missing === '' ? { on: obstacle.origin, missing: obstacle.missing } : before;
};

const unreached = (
  run: Run,
  state: JourneyState,
  requirement: RequirementId,
  on: OperationId,
): Judgement | undefined => {
  const { on: origin, missing } = culprit(state, on);
  const [first, ...rest] = state.judgements.filter((each) => each.operation === origin);
  const worst = first && rest.reduce(graver, first);
  const sent = state.exchanges.filter((each) => each.operation === origin);
  return run.judge(
    judgeLeftOut,
    { requirement, operation: on, origin, missing, exchanges: sent.map(({ n }) => n) },
    worst ? [worst] : [],
  );
};

/**
 * What a walk leaves unjudged is said, not guessed: every requirement of an operation that was not reached, or whose
 * answer took another branch, names the step that is to blame. `isMine` says which requirements the caller answers for.
 */
export const unreachedJudgements = (
  run: Run,
  state: JourneyState,
  visited: readonly OperationId[],
  isMine: (id: RequirementId) => boolean,
): readonly Judgement[] =>
  [...new Set(visited)].flatMap((on) => {
    const judged = new Set(
      state.judgements.filter((each) => each.operation === on).map((each) => each.requirement),
    );
    return requirementsOf(run, on, isMine)
      .filter((requirement) => !judged.has(requirement))
      .flatMap((requirement) => unreached(run, state, requirement, on) ?? []);
  });
