import type { Call } from '../../client/http/client.ts';
import { programFile } from '../../client/project.ts';
import { isTaken } from '../../oracles/answers/answer-form.ts';
import { judgeAcceptance, settleRefusal } from '../../oracles/refusals/acceptance.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { COUNTRY } from '../../spec/limits.ts';
import type { Line } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import type { Run } from '../engine/run.ts';
import type { Subject } from '../engine/suite.ts';
import type { JourneyState } from '../journey/state.ts';
import { type ProbeContext, withPlain } from './context.ts';

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

/** True if a call is spelled as its context says, and its answer may be due to that. */
const maySpellingBeToBlame = (call: Call, answer: Exchange, { context }: JourneyState): boolean =>
  call.country !== undefined &&
  call.country !== COUNTRY &&
  call.country === context.country &&
  call.intent !== 'faulty' &&
  answer.response !== undefined &&
  !isTaken(answer);

/**
 * Makes a call that was refused in a drawn spelling of the country again as it is printed, and goes on in that spelling. If
 * only the drawn one is refused, twice, the service breaks W2, and nothing else. Returns the answer that counts for the call.
 */
export const inPrintedSpelling = async (
  call: Call,
  answer: Exchange,
  state: JourneyState,
  send: (call: Call) => Promise<Exchange>,
): Promise<Exchange> => {
  if (!maySpellingBeToBlame(call, answer, state)) return answer;
  const { run, line, context } = state;
  const { country: _, ...printed } = call;
  const plain = await send(printed);
  state.context = withPlain(context, 'country');
  if (!isTaken(plain)) return plain;
  run.memory.spellings.noteRefused(line, context.country);
  const again = await run.client.send({ ...call, intent: 'open' });
  if (isTaken(again)) return plain;
  const row = operation(call.operation);
  const wanted = `${context.country} is taken like ${COUNTRY}`;
  for (const refused of [answer, again]) {
    const judged = run.judge(judgeAcceptance, refused, row, 'COUNTRY-01', wanted);
    state.judgements.push(
      ...(judged.verdict === 'fail'
        ? run.judge(settleRefusal, judged, refused, { accepted: plain })
        : [judged]),
    );
  }
  return plain;
};
