import type { ResolvedTarget } from '../../client/target.ts';
import { heldBy, changeFor } from '../../oracles/causes/calls-refused.ts';
import { nameOf } from '../../oracles/causes/first-cause.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { LINE_TITLES } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';
import type { Visit, JourneyState } from '../journey/state.ts';
import { isMissing, pollRead } from '../journey/poll-read.ts';
import { rowOf, makeVisit } from '../journey/make-call.ts';
import { type ExaminationRun, withTarget } from './examination-run.ts';
import { type Remark, unclear, wrong } from './remark.ts';
import { statusOf } from '../../oracles/answers/answer-form.ts';

/** Evidence from one line for decisions of the target that apply to all lines. Absent: not observed. */
export interface DecisionEvidence {
  readonly paymentStatus?: boolean;
  readonly downloadReady?: boolean;
  readonly leadsLive?: boolean;
}

/** Progress of one line from draft to contract, and the findings so far. */
export interface Examination extends Omit<JourneyState, 'run'> {
  /** Its target includes the findings so far. */
  run: ExaminationRun;
  readonly remarks: Remark[];
  /** Outcome of each step, such as `draft 201`. */
  readonly steps: string[];
  evidence: DecisionEvidence;
}

/** Title of a remark about a line: `Travel`, `Travel contract`. */
export const lineTitle = ({ line }: Pick<Examination, 'line'>, what = ''): string =>
  `${LINE_TITLES[line]} ${what}`.trim();

/** Changes the target of an examination for all later calls. */
export const adopt = (exam: Examination, changes: Partial<ResolvedTarget>): void => {
  exam.run = withTarget(exam.run, changes);
};

/** Milliseconds between the first two reads: the number of calls is limited. */
const FIRST_PAUSE = 500;

/** Reads a new object, with retries within the read-back delay while the decisive answer reports it as missing (D3). */
export const pollWhileMissing = <T>(
  run: ExaminationRun,
  look: () => Promise<T>,
  answerOf: (looked: T) => Exchange | undefined,
): Promise<T> => pollRead(run.readBack, look, (looked) => isMissing(answerOf(looked)), FIRST_PAUSE);

/** Makes the legal call of a read, with retries while the object is missing (D3). */
export const pollVisit = (
  run: ExaminationRun,
  visit: Visit,
  state: JourneyState,
): Promise<Exchange | undefined> =>
  pollWhileMissing(
    run,
    () => makeVisit(visit, state),
    (exchange) => exchange,
  );

/** Summary of a step: `update 204`, `lead 202`. */
export const stepText = ({ line }: Examination, { step }: Visit, exchange: Exchange): string => {
  const name = step.replace(/-(create|request)$/, '').replace('-', ' ');
  const { name: own } = rowOf(line, step);
  return `${name === '' ? own : name} ${statusOf(exchange) || (exchange.error?.code ?? 'no answer')}`;
};

/** The remark on a call whose input is missing from an earlier answer; a gate does not judge its cells. */
export const notCalled = (exam: Examination, { step }: Visit): Remark => {
  const { id } = rowOf(exam.line, step);
  const obstacle = exam.blocked.get(id);
  const missing = obstacle
    ? `${obstacle.missing} is not known, which ${nameOf(obstacle.origin)} has to show`
    : 'something that it takes is not known';
  return unclear(
    lineTitle(exam, step.replace('-', ' ')),
    `${nameOf(id)} was not called: ${missing}; a run leaves its cells open`,
    'see the answer of that step above: set the key of its place, or the body that it takes',
  );
};

/** The remark on a legal call that failed: the answer, and the target key to check (P4, P5). */
export const refusalOf = ({ run, line }: Examination, exchange: Exchange): Remark => {
  const on = exchange.operation ?? rowOf(line, 'draft-create').id;
  const status = statusOf(exchange);
  const about = lineTitle({ line }, operation(on).step.replace('-', ' '));
  if (status === 0)
    return unclear(
      about,
      `${nameOf(on)} got no answer (${exchange.error?.code ?? 'no error code'})`,
    );
  const { sentence, target } = changeFor(on, exchange, run.target);
  const change = target === undefined ? sentence : `${sentence} (${target})`;
  const found = `${nameOf(on)} answered ${status}: ${heldBy(exchange)}`;
  return isDisturbance(status) || status >= 500
    ? unclear(about, found, change)
    : wrong(about, found, change);
};
