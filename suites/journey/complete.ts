import type { RequirementId } from '../../spec/catalogue.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { graver } from '../../oracles/roll-up.ts';
import type { Run } from '../run.ts';
import type { JourneyState } from './state.ts';

const requirementsOf = (
  run: Run,
  on: OperationId,
  isMine: (id: RequirementId) => boolean,
): RequirementId[] => [...run.requirementsOn(on)].filter(isMine);

const worstOn = (state: JourneyState, on: OperationId): Judgement | undefined => {
  const [first, ...rest] = state.judgements.filter((each) => each.operation === on);
  return first && rest.reduce(graver, first);
};

const notProvided = (
  base: Pick<Judgement, 'requirement' | 'operation' | 'wanted'>,
  on: OperationId,
  missing: string,
  state: JourneyState,
): Judgement => ({
  ...base,
  verdict: 'inconclusive',
  reason: 'not-found-by-target',
  got: `${missing} was not found in the answer of ${operation(on).name}; name its place in the target`,
  exchanges: state.exchanges.filter((each) => each.operation === on).map((each) => each.n),
});

/** Follows obstacles back to the operation whose own answer is to blame. */
const culprit = (state: JourneyState, on: OperationId): { on: OperationId; missing: string } => {
  const obstacle = state.blocked.get(on);
  if (!obstacle) return { on, missing: '' };
  const before = culprit(state, obstacle.origin);
  return before.missing === '' ? { on: obstacle.origin, missing: obstacle.missing } : before;
};

const unreached = (
  state: JourneyState,
  requirement: RequirementId,
  on: OperationId,
): Judgement[] => {
  const base = { requirement, operation: on, wanted: 'a check' };
  const blamed = culprit(state, on);
  const cause = worstOn(state, blamed.on);
  if (blamed.missing !== '' && (cause?.verdict === 'pass' || cause?.verdict === undefined)) {
    return [notProvided(base, blamed.on, blamed.missing, state)];
  }
  if (!cause || cause.verdict === 'pass') return [];
  const { exchanges } = cause;
  if (cause.verdict === 'observed') {
    const got = `not reached: ${operation(cause.operation).name} answered ${cause.got}`;
    return [
      {
        ...base,
        verdict: 'observed',
        reason: cause.reason ?? 'specification-silent',
        got,
        exchanges,
      },
    ];
  }
  return [
    {
      ...base,
      verdict: 'inconclusive',
      reason: 'blocked-by',
      got: `not reached: ${cause.requirement} on ${operation(cause.operation).name}, ${cause.got}`,
      exchanges,
      blockedBy: cause.requirement,
    },
  ];
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
      .flatMap((requirement) => unreached(state, requirement, on));
  });
