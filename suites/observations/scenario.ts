import type { Call } from '../../client/http/client.ts';
import { subSeed } from '../../generators/sample.ts';
import type { OpenPoint } from '../../oracles/open-point.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import type { Step } from '../../spec/operation.ts';
import { type Visit, type JourneyData, type JourneyState, writesOf } from '../journey/state.ts';
import { isAllowed, possibleCall, rowOf } from '../journey/make-call.ts';
import { initialState } from '../journey/walk.ts';
import type { Run } from '../engine/run.ts';
import { answerOf, outcomeOf, undecided } from './observed-outcome.ts';
import { visitOpenly } from './ask-draft.ts';
import { isAccepted } from '../../oracles/answers/answer-form.ts';

/** A question with calls of its own. */
export type Question = Pick<OpenPoint, 'id' | 'subject' | 'question' | 'rule'>;

/** A draft of a line, and the calls on it that answer questions. */
export class Scenario {
  readonly points: OpenPoint[] = [];
  readonly state: JourneyState;

  constructor(run: Run, line: Line, name: string, given: Partial<JourneyData> = {}) {
    const test = `observations/${line}/${name}`;
    const seed = subSeed(run.plan.seed, 'observations', line, name);
    this.state = initialState({ run, test, seed }, line, given);
  }

  /** Makes a call; undefined if a required input is missing or the target does not allow it. */
  async call(at: Visit, change?: (legal: Call) => Partial<Call>): Promise<Exchange | undefined> {
    const { run, line } = this.state;
    return isAllowed(run, rowOf(line, at.step).id)
      ? visitOpenly(at, this.state, change)
      : undefined;
  }

  /** Sends a changed call once, without retries and without updating the state. */
  async send(step: Step, change: (legal: Call) => Partial<Call>): Promise<Exchange | undefined> {
    const call = possibleCall({ step }, this.state);
    return call && this.state.run.client.send({ ...call, ...change(call), intent: 'open' });
  }

  /** Creates the draft, and updates it if only an update fills it. */
  async open(): Promise<void> {
    for (const each of writesOf(this.state.line)) await this.call(each);
  }

  /**
   * Records the observation of an exchange, with the words of the answer unless others are given. No effect without an
   * exchange.
   */
  note(step: Step, question: Question, exchange: Exchange | undefined, words?: string): void {
    if (!exchange) return;
    const answer = answerOf(exchange);
    const outcome =
      answer.kind === 'disturbed'
        ? undecided(answer.words, [exchange])
        : outcomeOf(words ?? answer.words, [exchange]);
    const { line } = this.state;
    this.points.push({ ...question, line, operation: rowOf(line, step).id, sent: '', ...outcome });
  }
}

/** The word for an accepted request; undefined for a refused one, which its answer describes. */
export const acceptedWord = (exchange: Exchange | undefined): string | undefined =>
  isAccepted(exchange) ? 'yes' : undefined;
