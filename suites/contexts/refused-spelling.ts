import type { Call } from '../../client/http/client.ts';
import { programFile } from '../../client/project.ts';
import { isDisturbed, type Judgement } from '../../oracles/finding.ts';
import { isAccepted, isRefused } from '../../oracles/answers/answer-form.ts';
import {
  type ControlAnswer,
  judgeAcceptance,
  settleRefusal,
} from '../../oracles/refusals/acceptance.ts';
import { isSentToCanonicalCountry } from '../../spec/canonical-country.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { COUNTRY } from '../../spec/limits.ts';
import type { Line } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import type { Run } from '../engine/run.ts';
import type { Subject } from '../engine/suite.ts';
import type { JourneyState } from '../journey/state.ts';
import { unlessStopped } from '../engine/stop.ts';
import { isNewObject, type ProbeContext, withPlain } from './context.ts';
import { country } from './country.ts';
import { valuesOf } from './dimension.ts';

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

/** Number of times that a refused call is sent again in its spelling, in turns with the canonical one. */
const REPEATS = 2;
/** Statuses that refuse a path: a call that cannot be repeated proves nothing about its spelling with any other one. */
const PATH_REFUSALS: readonly (number | undefined)[] = [404, 405, 501];

/** Answers to a call that was refused in a spelling, and accepted in the canonical one. */
interface Refusals {
  readonly answers: readonly Exchange[];
  /** False if the refusals have another cause, such as that of a service that refuses now and then. */
  readonly isOfSpelling: boolean;
}

/** Repeats a refused call in turns with the canonical spelling, which comes twice. */
const repeatRefused = async (
  call: Call,
  answer: Exchange,
  { run }: JourneyState,
): Promise<Refusals> => {
  const { method, step } = operation(call.operation);
  if (isAccepted(answer)) return { answers: [answer], isOfSpelling: true };
  if (step === 'contract-create' || method === 'DELETE')
    return {
      answers: [answer],
      isOfSpelling: PATH_REFUSALS.includes(answer.response?.status),
    };
  const { country: _, ...printed } = call;
  const answers = [answer];
  for (let nth = 1; nth <= REPEATS; nth += 1) {
    const again = await run.client.send({ ...call, intent: 'open' });
    if (isAccepted(again)) return { answers, isOfSpelling: false };
    answers.push(again);
    if (nth === REPEATS) break;
    // A draft may accept no more of these calls in any spelling (R5), or the service refuses every second call.
    for (let turn = 1; turn <= 2; turn += 1) {
      const plain = await run.client.send({ ...printed, intent: 'open' });
      if (!isAccepted(plain)) return { answers: [...answers, plain], isOfSpelling: false };
    }
  }
  return { answers, isOfSpelling: true };
};

/** Judgements on refused spellings beside the accepted canonical one; `silent`: that was refused as well, which may be right. */
const judgeSpelling = (
  refusals: readonly Exchange[],
  plain: Exchange | 'silent',
  { operation: on, country: spelling }: Call,
  run: Run,
): readonly Judgement[] => {
  const wanted = `the spelling ${spelling} to be accepted like ${COUNTRY}`;
  return refusals.flatMap((refused) => {
    const judged = run.judge(judgeAcceptance, refused, operation(on), 'COUNTRY-01', wanted);
    const control: ControlAnswer =
      plain === 'silent' ? { observed: 'specification-silent' } : { accepted: plain };
    return judged.verdict === 'fail'
      ? run.judge(settleRefusal, judged, refused, control)
      : [judged];
  });
};

const write = (judged: readonly Judgement[], { test }: Call, run: Run): void => {
  run.write(judged.map((each) => ({ ...each, test, attempt: 1, seed: run.plan.seed })));
};

const note = (judged: readonly Judgement[], { test }: Call, { run, judgements }: JourneyState) => {
  run.memory.met.note(test, judged);
  judgements.push(...judged);
};

/** True for a server error, or a method that is not served: no reason for a refusal explains these (S9, S16). */
const isBreakdown = ({ response }: Exchange): boolean =>
  (response?.status ?? 0) >= 500 || response?.status === 405;

/** True if the journey made no call but the creation on its draft, and did not take over the draft of another one. */
const isOnNewDraft = ({ line, exchanges, context, isUsed }: JourneyState): boolean =>
  exchanges.length === 1 &&
  exchanges[0]?.operation === `${line}.draft-create` &&
  isUsed !== true &&
  isNewObject(context);

/**
 * Repeats a refused call in the canonical spelling, and continues in that one. If only the drawn spelling is refused, the
 * service breaks W2 and nothing else. Returns the answer that counts for the call. `judge` judges an answer that is no evidence
 * about its spelling, and is not the one that counts: it stays a sighting (rule section 0).
 */
export const inCanonicalSpelling = async (
  call: Call,
  answer: Exchange,
  state: JourneyState,
  send: (call: Call) => Promise<Exchange>,
  judge: (answer: Exchange) => readonly Judgement[],
): Promise<Exchange> => {
  if (!maySpellingBeToBlame(call, answer, state)) return answer;
  const { run, line, context } = state;
  const { country: _, ...printed } = call;
  const plain = await send(printed);
  state.context = withPlain(context, 'country');
  if (!isAccepted(plain)) {
    // Refused in either spelling: the status of a refusal is free, a breakdown is judged by itself.
    const isExcused =
      call.intent === 'legal' &&
      isRefused(answer) &&
      !PATH_REFUSALS.includes(answer.response.status);
    const silent = isExcused ? judgeSpelling([answer], 'silent', call, run) : [];
    write(
      silent.filter((each) => each.verdict === 'observed'),
      call,
      run,
    );
    if (isBreakdown(answer) && !isBreakdown(plain)) note(judge(answer), call, state);
    return plain;
  }
  // A content may be refused in this spelling alone, or now and then: the end of the run looks at it again.
  const isNew = isOnNewDraft(state);
  run.memory.refusedBodies.note(answer, { country: context.country, isNew });
  const { answers, isOfSpelling } = await repeatRefused(call, answer, state);
  if (!isOfSpelling) {
    // A disturbance leaves nothing open once the call succeeds (S8).
    const shown = answers.flatMap(judge).filter((each) => !isDisturbed(each));
    note(shown, call, state);
    return plain;
  }
  run.memory.spellings.noteRefused(line, context.country, 'call');
  note(judgeSpelling(answers, plain, call, run), call, state);
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
  write(judgeSpelling([answer], plain, call, run), call, run);
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
