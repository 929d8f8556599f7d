import type { Observation, ObservationPair } from '../../generators/invalid/observation.ts';
import { matchingPointers, type Pointer, valueAt } from '../../generators/pointer.ts';
import { type OperationId, operation } from '../../spec/operations.ts';
import { answerOf, type ObservedOutcome, outcomeOf, undecided } from './observed-outcome.ts';
import type { Call } from '../../client/http/client.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { createEmptyDraft } from '../fields/follow-draft.ts';
import type { Visit, JourneyState, Start } from '../journey/state.ts';
import { initialState } from '../journey/walk.ts';
import { resourceIn } from '../../oracles/answers/resource.ts';
import { valueText } from '../../oracles/answers/value.ts';
import { pollRead } from '../journey/poll-read.ts';
import { prepare } from '../engine/preparation.ts';
import { isServed, isAccepted } from '../../oracles/answers/answer-form.ts';
import { makeVisit } from '../journey/make-call.ts';

/** Fate of a written value, in words, and the exchange that shows it. */
interface Kept {
  readonly words: string;
  readonly value?: unknown;
  readonly exchange: Exchange;
}

/** The draft that a read shows; undefined if it shows none. */
const readOf = (exchange: Exchange | undefined) => {
  const value = isServed(exchange) ? resourceIn(exchange) : undefined;
  return value === undefined ? undefined : { value };
};

const wordsOf = (sent: unknown, got: unknown): string => {
  if (JSON.stringify(sent) === JSON.stringify(got)) return 'kept as sent';
  const isAbsent = got === undefined || got === null;
  return isAbsent ? 'absent when read' : `kept as ${valueText(got)}`;
};

/** Makes a visit with these changes, without any expectation; undefined if a required input is missing. */
export const visitOpenly = async (
  at: Visit,
  state: JourneyState,
  change: (legal: Call) => Partial<Call> = () => ({}),
): Promise<Exchange | undefined> => {
  const exchange = await makeVisit(at, state, (legal) => ({ ...change(legal), intent: 'open' }));
  // A read would wait for this content.
  delete state.written;
  return exchange;
};

/**
 * Reads a landlord draft and describes its value at this place; other lines show no drafts. If reads were found to lag, retries
 * while the written value is missing: otherwise the service dropped a missing field.
 */
export const readKept = async (
  state: JourneyState,
  body: unknown,
  place: Pointer,
): Promise<Kept | undefined> => {
  const { run } = state;
  if (state.line !== 'landlord') return undefined;
  const sent = valueAt(body, place);
  const isWithout = (exchange: Exchange | undefined): boolean => {
    const read = readOf(exchange);
    return read !== undefined && valueAt(read.value, place) === undefined;
  };
  const exchange = await pollRead(
    run,
    () => visitOpenly({ step: 'draft-get' }, state),
    (read) => run.memory.reads.isLagging && sent !== undefined && sent !== null && isWithout(read),
  );
  const read = readOf(exchange);
  if (!exchange || !read) return undefined;
  const got = valueAt(read.value, place);
  return { words: wordsOf(sent, got), value: got, exchange };
};

/** A draft that was written, or whose write was refused. */
interface WrittenDraft {
  readonly state: JourneyState;
  readonly exchange: Exchange;
}

/** A question for one operation, with the bodies of this try. */
export interface Ask extends Start {
  readonly observation: Observation;
  readonly on: OperationId;
  readonly pair: ObservationPair;
}

/**
 * Writes a draft with this body by its creation or by an update of an empty one, as `text` if given. Undefined if the empty one
 * was refused.
 */
const writeDraft = async (
  ask: Ask,
  body: unknown,
  text?: string,
): Promise<WrittenDraft | undefined> => {
  const { line, step } = operation(ask.on);
  const state = initialState(ask, line, { draft: body, revised: body });
  if (step === 'draft-update' && !(await createEmptyDraft(state))) return undefined;
  const exchange = await visitOpenly({ step }, state, () =>
    text === undefined ? {} : { rawBody: text },
  );
  return exchange && { state, exchange };
};

/** Pointer to the difference between the two bodies. */
export const placeOf = ({ pointer }: Observation, { odd, valid }: ObservationPair): string =>
  [...matchingPointers(odd, pointer), ...matchingPointers(valid, pointer)][0] ?? pointer;

/** The same draft with a legal value; undefined if it is refused. */
const acceptedControl = async (ask: Ask): Promise<WrittenDraft | undefined> => {
  const control = await writeDraft({ ...ask, test: `${ask.test}/twin` }, ask.pair.valid);
  return isAccepted(control?.exchange) ? control : undefined;
};

/** Stages after the write: a service may validate values only when it computes a price (E3, E5). */
const atThePrice = async (
  ask: Ask,
  { state, exchange }: WrittenDraft,
): Promise<ObservedOutcome> => {
  const kept = await readKept(state, ask.pair.odd, placeOf(ask.observation, ask.pair));
  const shown = [exchange, ...(kept ? [kept.exchange] : [])];
  const atWrite = outcomeOf('accepted at the write', [...shown, exchange], kept?.words);
  const price = ask.run.plan.thorough
    ? await visitOpenly({ step: 'price-request' }, state)
    : undefined;
  if (!price) return atWrite;
  const { kind, words } = answerOf(price);
  if (kind === 'disturbed') return atWrite;
  if (kind === 'accepted') return outcomeOf('accepted', [...shown, price], kept?.words);
  const atPrice = `accepted at the write, ${words} at the price request`;
  const refused = outcomeOf(atPrice, [...shown, price], kept?.words);
  if (kind === 'server-error') return refused;
  const control = await acceptedControl(ask);
  const isPriced =
    control && isAccepted(await visitOpenly({ step: 'price-request' }, control.state));
  return isPriced ? refused : atWrite;
};

/** Writes a draft with the odd value, and reads or prices it if it was accepted. */
export const askDraft = async (ask: Ask): Promise<ObservedOutcome> => {
  const written = await writeDraft(ask, ask.pair.odd, ask.pair.text);
  if (!written) return undecided('an empty draft is refused');
  const sent = [written.exchange];
  const { kind, words } = answerOf(written.exchange);
  if (kind === 'disturbed') return undecided(words, sent);
  if (kind === 'accepted') return atThePrice(ask, written);
  // A refusal is evidence only if the same draft with a legal value is accepted.
  return kind === 'server-error' || (await acceptedControl(ask))
    ? outcomeOf(`${words} at the write`, sent)
    : undecided('the control request (a draft with a legal value) is refused as well', sent);
};

/** Sends a body that is accepted or refused immediately, such as a car or a lead; if it is refused, the legal body next. */
export const askBody = async (ask: Ask): Promise<ObservedOutcome> => {
  const { run, on, pair } = ask;
  const { call } = await prepare(on, ask);
  if (!call) return undecided('the operation could not be called');
  const odd = { ...call, body: pair.odd, rawBody: pair.text, intent: 'open' } as const;
  const exchange = await run.client.send(odd);
  const sent = [exchange];
  const { kind, words } = answerOf(exchange);
  if (kind === 'disturbed') return undecided(words, sent);
  if (kind === 'accepted') return outcomeOf(words, sent);
  const sendControl = () => run.client.send({ ...call, body: pair.valid, intent: 'open' });
  return kind === 'server-error' || isAccepted(await sendControl())
    ? outcomeOf(`${words} at the write`, sent)
    : undecided('the control request (a legal body) is refused as well', sent);
};
