import type { Call } from '../../client/http/client.ts';
import { programFile } from '../../client/project.ts';
import type { Judgement } from '../../oracles/finding.ts';
import { isAccepted } from '../../oracles/answers/answer-form.ts';
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
import { judgeAnswer } from '../journey/every-answer.ts';

/** COUNTRY-01 (W2), judged on the spellings that contexts draw. */
export const drawnSpellings: Subject = {
  file: programFile(import.meta.url),
  requirements: ['COUNTRY-01'],
  judges: [judgeAcceptance, settleRefusal],
};

/** The context without a spelling of the country that the service has refused on this line. */
export const withoutRefusedSpelling = (
  run: Run,
  line: Line,
  context: ProbeContext,
): ProbeContext =>
  run.memory.spellings.isRefused(line, context.country) ? withPlain(context, 'country') : context;

/**
 * The context without what the service has refused on this line: a spelling of the country, or changes of a draft that has a
 * contract (S18).
 */
export const withoutRefusals = (run: Run, line: Line, context: ProbeContext): ProbeContext => {
  const spelt = withoutRefusedSpelling(run, line, context);
  return run.memory.closedDrafts.isClosing(line) ? withPlain(spelt, 'contract') : spelt;
};

/** True if a call was served in its spelling; a redirection to the canonical one does not count (W2). */
const isServedIn = (answer: Exchange): boolean =>
  isAccepted(answer) && !isSentToCanonicalCountry(answer);

/** True if a document or a payment status may not exist yet: its absence is no evidence about the spelling (S14, S16). */
const mayBeMissing = ({ operation: on, response }: Exchange, { target }: Run): boolean => {
  if (response?.status !== 404 || on === undefined) return false;
  const { step } = operation(on);
  const { paymentStatusExists, downloadReady } = target.decisions;
  return (
    (step === 'payment-status' && !paymentStatusExists) ||
    (step === 'contract-download' && downloadReady !== true)
  );
};

/** True if a call uses the spelling of its context, and its answer may be due to that. */
const maySpellingBeToBlame = (
  call: Call,
  answer: Exchange,
  { run, context }: JourneyState,
): boolean =>
  call.country !== undefined &&
  call.country !== COUNTRY &&
  call.country === context.country &&
  call.intent !== 'faulty' &&
  answer.response !== undefined &&
  !isServedIn(answer) &&
  !mayBeMissing(answer, run);

/** Statuses that refuse a path: a call that cannot be repeated proves nothing about its spelling with any other one. */
const PATH_REFUSALS: readonly (number | undefined)[] = [404, 405, 501];

/** Answers that refuse a spelling while the canonical one is accepted; empty if the refusal has another cause. */
const refusalsOf = async (
  call: Call,
  answer: Exchange,
  { run }: JourneyState,
): Promise<readonly Exchange[]> => {
  const { method, step } = operation(call.operation);
  if (isAccepted(answer)) return [answer];
  if (step === 'contract-create' || method === 'DELETE')
    return PATH_REFUSALS.includes(answer.response?.status) ? [answer] : [];
  const again = await run.client.send({ ...call, intent: 'open' });
  return isAccepted(again) ? [] : [answer, again];
};

/** Judgements on refused spellings. */
const judgeSpelling = (
  refusals: readonly Exchange[],
  plain: Exchange,
  { operation: on, country: spelling }: Call,
  run: Run,
): readonly Judgement[] => {
  const wanted = `${spelling} is taken like ${COUNTRY}`;
  return refusals.flatMap((refused) => {
    const judged = run.judge(judgeAcceptance, refused, operation(on), 'COUNTRY-01', wanted);
    return judged.verdict === 'fail'
      ? run.judge(settleRefusal, judged, refused, { accepted: plain })
      : [judged];
  });
};

const note = (judged: readonly Judgement[], { test }: Call, { run, judgements }: JourneyState) => {
  run.memory.met.note(test, judged);
  judgements.push(...judged);
};

/** Records an answer that is no evidence about its spelling; a later answer counts instead. */
const noteAnswer = (call: Call, answer: Exchange, state: JourneyState): void =>
  note(judgeAnswer(state.run, answer), call, state);

const isServerError = ({ response }: Exchange): boolean => (response?.status ?? 0) >= 500;

/**
 * Repeats a refused call in the canonical spelling, and continues in that one. If only the drawn spelling is refused, the
 * service breaks W2 and nothing else. Returns the answer that counts for the call.
 */
export const inCanonicalSpelling = async (
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
  if (!isAccepted(plain)) {
    // Refused in either spelling: the status of a refusal is free, a server error is judged by itself (S9).
    if (isServerError(answer) && !isServerError(plain)) noteAnswer(call, answer, state);
    return plain;
  }
  const refusals = await refusalsOf(call, answer, state);
  if (refusals.length === 0) {
    noteAnswer(call, answer, state);
    return plain;
  }
  run.memory.spellings.noteRefused(line, context.country, 'call');
  // A content may be refused in this spelling alone: the end of the run looks again for the value that decides.
  run.memory.refusedDrafts.note(answer, { country: context.country });
  note(judgeSpelling(refusals, plain, call, run), call, state);
  return plain;
};

/** An empty creation on a line in a spelling; undefined if the run was stopped. */
const createSpelled = (run: Run, call: Call): Promise<Exchange | undefined> =>
  unlessStopped(() => run.client.send(call));

/**
 * Tries one spelling on a line, and records it if the service refuses or redirects it although it accepts the canonical one.
 */
const trySpelling = async (run: Run, line: Line, spelling: string): Promise<void> => {
  const test = 'bare-drafts';
  const printed: Call = { operation: `${line}.draft-create`, body: {}, test, intent: 'open' };
  const call = { ...printed, country: spelling };
  const answer = await createSpelled(run, call);
  if (!answer?.response || isServedIn(answer)) return;
  const plain = await createSpelled(run, printed);
  if (!plain || !isServedIn(plain)) return;
  run.memory.spellings.noteRefused(line, spelling, 'line');
  const judged = judgeSpelling([answer], plain, call, run);
  run.write(judged.map((each) => ({ ...each, test, attempt: 1, seed: run.plan.seed })));
};

/**
 * Determines, before any other request, which spellings of the country a line accepts for an empty creation. Contexts use only
 * these; the probes of COUNTRY-01 judge the others.
 */
export const detectRefusedSpellings = async (run: Run): Promise<void> => {
  // A replay of one case sends nothing else.
  if (run.plan.path !== undefined) return;
  const spellings = valuesOf(country).filter((spelling) => spelling !== COUNTRY);
  await Promise.all(
    run.plan.lines.flatMap((line) => spellings.map((each) => trySpelling(run, line, each))),
  );
};
