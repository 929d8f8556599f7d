import type { Call } from '../../client/http/client.ts';
import { subSeed } from '../../generators/sample.ts';
import type { OpenPoint } from '../../oracles/open-point.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import type { Step } from '../../spec/operation.ts';
import type { Visit, JourneyData, JourneyState } from '../journey/state.ts';
import { isObstacle, legalCall, rowOf } from '../journey/visit.ts';
import { initialState, isAllowed } from '../journey/walk.ts';
import type { Run } from '../engine/run.ts';
import { answerOf, told, undecided } from './told.ts';
import { visit } from './ask-draft.ts';

/** A question that is answered by calls of its own. */
export type Question = Pick<OpenPoint, 'id' | 'subject' | 'question' | 'rule'>;

/** One draft of a line and the calls that are made on it to answer questions. */
export class Scene {
  readonly run: Run;
  readonly line: Line;
  readonly points: OpenPoint[] = [];
  readonly state: JourneyState;

  constructor(run: Run, line: Line, name: string, given: Partial<JourneyData> = {}) {
    this.run = run;
    this.line = line;
    const seed = subSeed(run.plan.seed, 'observations', line, name);
    this.state = initialState({ run, test: `observations/${line}/${name}`, seed }, line, given);
  }

  /** Makes a call; undefined where something that it needs is missing or the target does not allow it. */
  async call(at: Visit, change?: (call: Call) => Call): Promise<Exchange | undefined> {
    if (!isAllowed(this.run, rowOf(this.line, at.step).id)) return undefined;
    return visit(this.run, this.state, at, change);
  }

  /** Sends a changed call once, without waiting for anything and without learning from it. */
  async send(step: Step, change: (call: Call) => Call): Promise<Exchange | undefined> {
    const call = legalCall(this.run, { step }, this.state);
    if (isObstacle(call)) return undefined;
    return this.run.client.send({ ...change(call), intent: 'open' });
  }

  /** Makes the draft, filled also where only an update fills it. */
  async open(): Promise<void> {
    await this.call({ step: 'draft-create' });
    if (this.line === 'gap') await this.call({ step: 'draft-update' });
  }

  /** Notes what an exchange tells; the words of the answer unless others are given. Nothing without an exchange. */
  note(step: Step, question: Question, exchange: Exchange | undefined, words?: string): void {
    if (!exchange) return;
    const answer = answerOf(exchange);
    const said =
      answer.kind === 'disturbed'
        ? undecided(answer.words, [exchange])
        : told(words ?? answer.words, [exchange]);
    const { line } = this;
    this.points.push({ ...question, line, operation: rowOf(line, step).id, sent: '', ...said });
  }
}

/** Whether an exchange was answered as a success or a redirection. */
export const isTaken = (exchange: Exchange | undefined): exchange is Exchange =>
  exchange !== undefined && answerOf(exchange).kind === 'accepted';

/** The word for an accepted request; undefined for a refused one, which its answer describes. */
export const yes = (exchange: Exchange | undefined): string | undefined =>
  isTaken(exchange) ? 'yes' : undefined;
