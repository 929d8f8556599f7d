import type { Call } from '../../client/http/client.ts';
import { programFile } from '../../client/project.ts';
import { judgeExchange } from '../../oracles/answers/judge-exchange.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { isTaken } from '../../oracles/answers/answer-form.ts';
import { judgeAcceptance, settleRefusal } from '../../oracles/refusals/acceptance.ts';
import { isSentToCanonicalCountry } from '../../spec/canonical-country.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { COUNTRY } from '../../spec/limits.ts';
import type { Line } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import type { Run } from '../engine/run.ts';
import type { Subject } from '../engine/suite.ts';
import type { JourneyState } from '../journey/state.ts';
import { unlessStopped } from '../engine/stop.ts';
import { type ProbeContext, withPlain } from './context.ts';
import { country } from './country.ts';
import { valuesOf } from './dimension.ts';

/** COUNTRY-01 (W2), of spellings that a context has drawn. */
export const drawnSpellings: Subject = {
  file: programFile(import.meta.url),
  requirements: [],
  besides: ['COUNTRY-01'],
  judges: [judgeAcceptance, settleRefusal],
};

/** The context as far as the service takes it: a spelling that it refused on a line is not drawn there again. */
export const usableIn = (run: Run, line: Line, context: ProbeContext): ProbeContext =>
  run.memory.spellings.isRefused(line, context.country) ? withPlain(context, 'country') : context;

/** True if a call was served in its spelling; one that is sent on to the printed one was not (W2). */
const isServedIn = (answer: Exchange): boolean =>
  isTaken(answer) && !isSentToCanonicalCountry(answer);

/**
 * Finds out, before any other request, which spellings of the country a line takes for an empty creation: the others are left
 * to the probes of COUNTRY-01, and no context has them.
 */
export const askForSpellings = async (run: Run): Promise<void> => {
  const create = (line: Line, spelling: string) =>
    unlessStopped(() =>
      run.client.send({
        operation: `${line}.draft-create`,
        body: {},
        country: spelling,
        test: 'bare-drafts',
        intent: 'open',
      }),
    );
  const isServedFor = async (line: Line, spelling: string): Promise<boolean | undefined> => {
    const answer = await create(line, spelling);
    return answer?.response && isServedIn(answer);
  };
  // A replay of one case sends nothing else.
  if (run.plan.path !== undefined) return;
  await Promise.all(
    run.plan.lines.flatMap((line) =>
      valuesOf(country)
        .filter((spelling) => spelling !== COUNTRY)
        .map(async (spelling) => {
          if ((await isServedFor(line, spelling)) !== false) return;
          if (await isServedFor(line, COUNTRY)) run.memory.spellings.noteRefused(line, spelling);
        }),
    ),
  );
};

/** True if a document or a status may not be there yet: whether it is says nothing of the spelling (S14, S16). */
const mayBeMissing = ({ operation: on, response }: Exchange): boolean =>
  response?.status === 404 &&
  on !== undefined &&
  ['payment-status', 'contract-download'].includes(operation(on).step);

/** True if a call is spelled as its context says, and its answer may be due to that. */
const maySpellingBeToBlame = (call: Call, answer: Exchange, { context }: JourneyState): boolean =>
  call.country !== undefined &&
  call.country !== COUNTRY &&
  call.country === context.country &&
  call.intent !== 'faulty' &&
  answer.response !== undefined &&
  !isServedIn(answer) &&
  !mayBeMissing(answer);

/** Refusals of a path: of a call that cannot be repeated, no other one is known to be about its spelling. */
const OF_THE_PATH: readonly (number | undefined)[] = [404, 405, 501];

/** Answers that refuse a spelling, the printed one having been taken; none if the refusal was about something else. */
const refusalsOf = async (
  call: Call,
  answer: Exchange,
  { run }: JourneyState,
): Promise<readonly Exchange[]> => {
  const { method, step } = operation(call.operation);
  if (isTaken(answer)) return [answer];
  if (step === 'contract-create' || method === 'DELETE')
    return OF_THE_PATH.includes(answer.response?.status) ? [answer] : [];
  const again = await run.client.send({ ...call, intent: 'open' });
  return isTaken(again) ? [] : [answer, again];
};

/** Judgements on answers that refuse a spelling. */
const judgeSpelling = (
  refusals: readonly Exchange[],
  plain: Exchange,
  call: Call,
  { run, context }: JourneyState,
): readonly Judgement[] => {
  const row = operation(call.operation);
  const wanted = `${context.country} is taken like ${COUNTRY}`;
  return refusals.flatMap((refused) => {
    const judged = run.judge(judgeAcceptance, refused, row, 'COUNTRY-01', wanted);
    return judged.verdict === 'fail'
      ? run.judge(settleRefusal, judged, refused, { accepted: plain })
      : [judged];
  });
};

/**
 * Makes a call that was refused in a drawn spelling of the country again as it is printed, and goes on in that spelling. If
 * only the drawn one is refused, the service breaks W2, and nothing else. Returns the answer that counts for the call.
 */
export const inPrintedSpelling = async (
  call: Call,
  answer: Exchange,
  state: JourneyState,
  send: (call: Call) => Promise<Exchange>,
): Promise<Exchange> => {
  if (!maySpellingBeToBlame(call, answer, state)) return answer;
  const { run, line, context, judgements } = state;
  const { country: _, ...printed } = call;
  const plain = await send(printed);
  state.context = withPlain(context, 'country');
  if (!isTaken(plain)) return plain;
  const refusals = await refusalsOf(call, answer, state);
  if (refusals.length > 0) run.memory.spellings.noteRefused(line, context.country);
  const told =
    refusals.length > 0
      ? judgeSpelling(refusals, plain, call, { ...state, context })
      : run.judge(judgeExchange, answer, run.target);
  run.memory.met.note(call.test, told);
  judgements.push(...told);
  return plain;
};
