import { internalsOf } from '../../oracles/answers/server-internals.ts';
import type { OpenPoint } from '../../oracles/open-point.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { isTransportStatus, isDisturbance } from '../../spec/transport-statuses.ts';
import { redactedJsonLine } from '../../client/secrets/redactor.ts';
import type { Run } from '../engine/run.ts';

/** Outcome of a request, before any interpretation. */
export interface Answer {
  /** Disturbed: by the environment, so that nothing about the service is known. */
  readonly kind: 'accepted' | 'refused' | 'server-error' | 'disturbed';
  /** Such as `refused with 400`. */
  readonly words: string;
}

/** Classifies the answer to a request that the specification leaves open. */
export const answerOf = ({ response, error }: Exchange): Answer => {
  if (!response) {
    const late = error?.code === 'DEADLINE';
    return { kind: 'disturbed', words: late ? 'no answer in time' : 'closed the connection' };
  }
  const { status } = response;
  if (isDisturbance(status)) return { kind: 'disturbed', words: `disturbed, status ${status}` };
  if (status < 300) return { kind: 'accepted', words: 'accepted' };
  if (status < 400) return { kind: 'accepted', words: `redirected with ${status}` };
  // A 501 reports that something is not implemented, which is a refusal.
  if (status < 500 || status === 501) return { kind: 'refused', words: `refused with ${status}` };
  return { kind: 'server-error', words: `server error ${status}` };
};

/** The part of an open point that the answers determine. */
export type ObservedOutcome = Pick<
  OpenPoint,
  'outcome' | 'kept' | 'undecided' | 'status' | 'exchanges' | 'serverError' | 'internals'
> & { readonly outcome: string };

/** The observation from these exchanges; the last one is decisive. */
export const outcomeOf = (
  outcome: string,
  exchanges: readonly Exchange[],
  kept?: string,
): ObservedOutcome => {
  const status = exchanges.at(-1)?.response?.status;
  const internals = exchanges.flatMap(internalsOf);
  return {
    outcome,
    ...(kept === undefined ? {} : { kept }),
    ...(status === undefined ? {} : { status }),
    exchanges: exchanges.map(({ n }) => n),
    ...(internals.length === 0 ? {} : { internals }),
  };
};

/** An observation without a decision, for this reason. */
export const undecided = (why: string, exchanges: readonly Exchange[] = []): ObservedOutcome => ({
  ...outcomeOf(`not known: ${why}`, exchanges),
  undecided: true,
});

/**
 * Observes once, and repeats with other data after a server error: S9 takes a single one for chance. `ask` receives 1 or 2. An
 * error seen twice is marked; one seen once is replaced by the second answer.
 */
export const askedTwiceOnError = async (
  ask: (attempt: 1 | 2) => Promise<ObservedOutcome>,
): Promise<ObservedOutcome> => {
  const first = await ask(1);
  if (!isError(first)) return first;
  const second = await ask(2);
  const exchanges = [...first.exchanges, ...second.exchanges];
  const internals = first.internals ?? second.internals;
  const both = { ...second, exchanges, ...(internals ? { internals } : {}) };
  return isError(second)
    ? { ...both, outcome: `${second.outcome}, twice`, serverError: true }
    : { ...both, outcome: `${second.outcome}; ${first.outcome} at the first attempt` };
};

const isError = ({ status }: ObservedOutcome): boolean =>
  status !== undefined && status >= 500 && !isTransportStatus(status);

/** Appends open points to `observations.jsonl`, without secrets, after the exchanges that they name. */
export const recordOpenPoints = (run: Run, points: readonly OpenPoint[]): void => {
  run.append('observations', points.map((point) => redactedJsonLine(run.redactor, point)).join(''));
};

/** True if this run makes observations: a run with a selection sends nothing else. */
export const makesObservations = (run: Run): boolean =>
  run.plan.requirements === undefined && run.plan.operations === undefined;
