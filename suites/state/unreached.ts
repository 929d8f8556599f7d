import type { Judgement } from '../../oracles/finding.ts';
import { graver } from '../../oracles/roll-up.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { JourneyState } from '../journey/state.ts';

const OF_LEGAL_CALLS: readonly RequirementId[] = ['PATH-01', 'LEGAL-01', 'ERROR-01', 'DRAFT-01'];

/**
 * Why a requirement could not be judged: the newest call of `origin` was refused, or its answer lacks what is needed. The
 * requirement that the call broke is named; a branch that the specification leaves open is only observed.
 */
export const unreached = (
  requirement: RequirementId,
  on: OperationId,
  { judgements, exchanges }: JourneyState,
  origin: OperationId,
  missing: string,
): Judgement => {
  const base = { requirement, operation: on, wanted: 'a check' };
  const sent = exchanges.findLast((each) => each.operation === origin);
  const numbers = sent ? [sent.n] : [];
  const [first, ...rest] = judgements.filter(
    (each) => OF_LEGAL_CALLS.includes(each.requirement) && each.exchanges.at(-1) === sent?.n,
  );
  const cause = first && rest.reduce(graver, first);
  if (!cause || cause.verdict === 'pass') {
    const got = `${missing} was not found in the answer of ${operation(origin).name}; name its place in the target`;
    const reason = 'not-found-by-target';
    return { ...base, verdict: 'inconclusive', reason, got, exchanges: numbers };
  }
  const got = `not reached: ${operation(origin).name} answered ${cause.got}`;
  if (cause.verdict === 'observed') {
    const reason = cause.reason ?? 'specification-silent';
    return { ...base, verdict: 'observed', reason, got, exchanges: numbers };
  }
  const blockedBy = cause.requirement;
  return {
    ...base,
    verdict: 'inconclusive',
    reason: 'blocked-by',
    blockedBy,
    got,
    exchanges: numbers,
  };
};

/** Why there is no contract to look at: the first step on the way to it that did not succeed. */
export const notContracted = (
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
  return unreached(requirement, on, state, origin, obstacle?.missing ?? 'the id of the contract');
};
