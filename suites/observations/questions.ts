import type { Observation, ObservationPair } from '../../generators/invalid/observation.ts';
import { OBSERVATIONS } from '../../generators/invalid/observations.ts';
import { valueAt } from '../../generators/pointer.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import type { OpenPoint } from '../../oracles/open-point.ts';
import { valueText } from '../../oracles/answers/value.ts';
import type { Line } from '../../spec/line.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { AnnouncedProbe } from '../engine/suite.ts';
import type { Run } from '../engine/run.ts';
import { askBody, askDraft, placeOf } from './ask-draft.ts';
import { askedTwiceOnError } from './observed-outcome.ts';
import { isAllowed } from '../journey/make-call.ts';

/** A question, and the operation to ask it on. */
export interface AskedQuestion {
  readonly observation: Observation;
  readonly on: OperationId;
}

const isDraftWrite = (on: OperationId): boolean =>
  ['draft-create', 'draft-update'].includes(operation(on).step);

/** A gate asks one question in six: answers that decide no cell must not cost it requests that do. */
const QUESTIONS_PER_ASKED = 6;

/** True if a gate with this seed asks the question; six gates in a row of seeds ask them all. */
const isDrawn = (run: Run, at: number): boolean => (at + run.plan.seed) % QUESTIONS_PER_ASKED === 0;

/** Questions of a line: certify asks each on every operation that carries its body, a gate a drawn sixth on one of all lines. */
export const questionsOf = (run: Run, line: Line): readonly AskedQuestion[] =>
  OBSERVATIONS.filter(
    (each, at) => each.applies(run.generators) && (run.plan.thorough || isDrawn(run, at)),
  ).flatMap((observation) => {
    const possible = observation.operations.filter(
      (on) => run.plan.lines.includes(operation(on).line) && isAllowed(run, on),
    );
    const asked = run.plan.thorough ? possible : possible.slice(0, 1);
    return asked.flatMap((on) => (operation(on).line === line ? [{ observation, on }] : []));
  });

/** Renders the sent value; a number that is sent as a decimal is shown as sent. */
const sentOf = (observation: Observation, pair: ObservationPair): string => {
  const place = placeOf(observation, pair);
  const value = valueAt(pair.odd, place);
  if (value === undefined) return `no ${place}`;
  const isDecimal = pair.text !== JSON.stringify(pair.odd);
  return `${place} ${valueText(value)}${isDecimal ? '.0' : ''}`;
};

const testOf = ({ observation, on }: AskedQuestion): string =>
  `observations/${on}/${observation.id}`;
const seedOf = (run: Run, { observation, on }: AskedQuestion): number =>
  subSeed(run.plan.seed, 'observations', on, observation.id);

const pairOf = (run: Run, asked: AskedQuestion): ObservationPair =>
  sample(asked.observation.pair(run.generators), seedOf(run, asked));

/** A question as announced: the odd body and the legal one. */
export const announcedQuestion = (run: Run, asked: AskedQuestion): AnnouncedProbe => ({
  name: testOf(asked),
  data: pairOf(run, asked),
});

/** Asks a question on an operation, and records the service's decision. */
export const askQuestion = async (run: Run, asked: AskedQuestion): Promise<OpenPoint> => {
  const { observation, on } = asked;
  const { id, question, rule } = observation;
  const base = seedOf(run, asked);
  const test = testOf(asked);
  const first = { seed: base, pair: pairOf(run, asked) };
  const again = () => {
    const seed = subSeed(base, 'again');
    return { seed, pair: sample(observation.pair(run.generators), seed) };
  };
  const observed = await askedTwiceOnError(async (attempt) => {
    const put = { run, observation, on, test, ...(attempt === 1 ? first : again()) };
    return isDraftWrite(on) ? askDraft(put) : askBody(put);
  });
  const sent = sentOf(observation, first.pair);
  const { line } = operation(on);
  return { id, subject: 'values', question, rule, line, operation: on, sent, ...observed };
};
