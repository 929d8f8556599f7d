import type { ResolvedTarget } from '../../client/target.ts';
import { answerSummary, changeFor } from '../../oracles/causes/calls-refused.ts';
import { nameOf } from '../../oracles/causes/first-cause.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { LINE_TITLES } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import { asksToWait, isDisturbance } from '../../spec/transport-statuses.ts';
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
): Promise<T> =>
  pollRead(run.readBack, look, (looked) => isMissing(answerOf(looked)), { first: FIRST_PAUSE });

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

/** Notes a call that could not be made, since its input is not known. Calls that lack the same input share a remark. */
export const noteNotCalled = ({ remarks, ...exam }: Examination, { step }: Visit): void => {
  const { id, name } = rowOf(exam.line, step);
  const obstacle = exam.blocked.get(id);
  const about = lineTitle(exam, obstacle?.missing ?? 'input');
  const at = remarks.findIndex((each) => each.about === about);
  const before = remarks[at];
  if (before) {
    remarks[at] = { ...before, found: `${before.found}, ${name}` };
    return;
  }
  const origin = obstacle ? `: no answer of ${nameOf(obstacle.origin)} shows it` : '';
  remarks.push(
    unclear(
      about,
      `not known${origin}; not called without it: ${name}`,
      'mend the call that shows it first; a run cannot judge these operations either',
    ),
  );
};

/** Advice for a call that the service put off. */
const adviceOnWaiting = (status: number): string =>
  asksToWait(status)
    ? 'the service asks to wait: run the doctor again later, with limits.requestsPerSecond if it limits the rate'
    : 'run the doctor again when the service is available';

/** The target with the read-back delay of its file, which the calls of the doctor do not wait for. */
const asDeclared = ({ target, readBack }: ExaminationRun): ResolvedTarget => ({
  ...target,
  decisions: { ...target.decisions, readBackDelay: readBack.declared },
});

/** The remark on a legal call that failed: the answer, and the target key to check (P4, P5). */
export const refusalOf = ({ run, line }: Examination, exchange: Exchange): Remark => {
  const on = exchange.operation ?? rowOf(line, 'draft-create').id;
  const status = statusOf(exchange);
  const about = lineTitle({ line }, operation(on).step.replace('-', ' '));
  if (status === 0)
    return unclear(
      about,
      `${nameOf(on)} got no answer (${exchange.error?.code ?? 'no error code'})`,
      'run the doctor again when the service answers; if it is this slow, raise limits.deadline',
    );
  const found = `${nameOf(on)} answered ${status}: ${answerSummary(exchange)}`;
  if (isDisturbance(status)) return unclear(about, found, adviceOnWaiting(status));
  const { sentence, target } = changeFor(on, exchange, asDeclared(run));
  const change = target === undefined ? sentence : `${sentence} (${target})`;
  return status >= 500 ? unclear(about, found, change) : wrong(about, found, change);
};
