import type { Observation, ObservationPair } from '../../generators/invalid/observation.ts';
import { placesOf, type Pointer, valueAt } from '../../generators/pointer.ts';
import { type OperationId, operation } from '../../spec/operations.ts';
import type { Run } from '../engine/run.ts';
import { answerOf, type Told, told, undecided } from './told.ts';
import type { Call } from '../../client/http/client.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { createEmpty } from '../fields/chase.ts';
import type { Visit, JourneyState } from '../journey/state.ts';
import { isObstacle, legalCall, makeCall } from '../journey/visit.ts';
import { initialState } from '../journey/walk.ts';
import { jsonBody } from '../../oracles/answers/json-body.ts';
import { show } from '../../oracles/answers/value.ts';
import { untilThere } from '../journey/until-there.ts';
import { isServed } from '../state/draft.ts';
import { prepare } from '../engine/preparation.ts';

/** What became of a value that was written, in words, and the exchange that shows it. */
export interface Kept {
  readonly words: string;
  readonly value?: unknown;
  readonly exchange: Exchange;
}

/** The draft that a read shows; undefined where it shows none. */
const readOf = (exchange: Exchange | undefined) => {
  if (!isServed(exchange)) return undefined;
  const read = jsonBody(exchange.response?.body);
  return read.ok ? read : undefined;
};

const isWithout = (exchange: Exchange | undefined, place: Pointer): boolean => {
  const read = readOf(exchange);
  return read !== undefined && valueAt(read.value, place) === undefined;
};

const wordsOf = (sent: unknown, got: unknown): string => {
  if (JSON.stringify(sent) === JSON.stringify(got)) return 'kept as sent';
  const isAbsent = got === undefined || got === null;
  return isAbsent ? 'absent when read' : `kept as ${show(got)}`;
};
/**
 * Reads a landlord draft and says what it shows at this place; other lines show no drafts. Where reads were seen to lag, again
 * while it lacks what was written: elsewhere a field that is absent is left out.
 */
export const readKept = async (
  run: Run,
  state: JourneyState,
  body: unknown,
  place: Pointer,
): Promise<Kept | undefined> => {
  if (state.line !== 'landlord') return undefined;
  const sent = valueAt(body, place);
  const exchange = await untilThere(
    run,
    () => visit(run, state, { step: 'draft-get' }),
    (read) =>
      run.memory.reads.doLag && sent !== undefined && sent !== null && isWithout(read, place),
  );
  const read = readOf(exchange);
  if (!exchange || !read) return undefined;
  const got = valueAt(read.value, place);
  return { words: wordsOf(sent, got), value: got, exchange };
};

/** A draft that was written, or whose write was refused. */
export interface WrittenDraft {
  readonly state: JourneyState;
  readonly exchange: Exchange;
}

/** Makes a visit with whatever change, without any expectation; undefined where something that it needs is missing. */
export const visit = async (
  run: Run,
  state: JourneyState,
  at: Visit,
  change: (call: Call) => Call = (call) => call,
): Promise<Exchange | undefined> => {
  const call = legalCall(run, at, state);
  if (isObstacle(call)) return undefined;
  const exchange = await makeCall(run, { ...change(call), intent: 'open' }, state);
  // A read would wait for it to be served word for word.
  delete state.written;
  return exchange;
};

/**
 * Writes a draft of this body by its creation or by an update of an empty one, as `text` where it is given. Undefined where
 * the empty one was refused.
 */
const writeDraft = async (
  run: Run,
  on: OperationId,
  body: unknown,
  text: string | undefined,
  test: string,
  seed: number,
): Promise<WrittenDraft | undefined> => {
  const { line, step } = operation(on);
  const state = initialState({ run, test, seed }, line, { draft: body, revised: body });
  if (step === 'draft-update' && !(await createEmpty(run, state))) return undefined;
  const exchange = await visit(run, state, { step }, (call) =>
    text === undefined ? call : { ...call, rawBody: text },
  );
  return exchange && { state, exchange };
};

/** A question put to one operation, with the bodies of this try. */
export interface Ask {
  readonly observation: Observation;
  readonly on: OperationId;
  readonly pair: ObservationPair;
  readonly test: string;
  readonly seed: number;
}

/** Where the two bodies differ. */
export const placeOf = ({ pointer }: Observation, { odd, valid }: ObservationPair): string =>
  [...placesOf(odd, pointer), ...placesOf(valid, pointer)][0] ?? pointer;

const isAccepted = (written: WrittenDraft | undefined): written is WrittenDraft =>
  written !== undefined && answerOf(written.exchange).kind === 'accepted';

const writeTwin = async (
  run: Run,
  { on, pair, test, seed }: Ask,
): Promise<WrittenDraft | undefined> =>
  writeDraft(run, on, pair.valid, undefined, `${test}/twin`, seed);

/** A refusal tells something only where the same draft with a legal value is taken. */
const refusedWrite = async (
  run: Run,
  ask: Ask,
  { exchange }: WrittenDraft,
  words: string,
): Promise<Told> => {
  const twin = await writeTwin(run, ask);
  if (isAccepted(twin)) return told(`${words} at the write`, [exchange]);
  return undecided('the draft with a legal value is refused as well', [exchange]);
};

/** The stages that come after the write: a service may look at the values only when it computes a price (E3, E5). */
const atThePrice = async (run: Run, ask: Ask, { state, exchange }: WrittenDraft): Promise<Told> => {
  const kept = await readKept(run, state, ask.pair.odd, placeOf(ask.observation, ask.pair));
  const shown = [exchange, ...(kept ? [kept.exchange] : [])];
  const atWrite = told('accepted at the write', [...shown, exchange], kept?.words);
  const price = run.plan.thorough ? await visit(run, state, { step: 'price-request' }) : undefined;
  if (!price) return atWrite;
  const { kind, words } = answerOf(price);
  if (kind === 'disturbed') return atWrite;
  if (kind === 'accepted') return told('accepted', [...shown, price], kept?.words);
  const atPrice = `accepted at the write, ${words} at the price request`;
  const refused = told(atPrice, [...shown, price], kept?.words);
  if (kind === 'server-error') return refused;
  const twin = await writeTwin(run, ask);
  const twinPrice = isAccepted(twin)
    ? await visit(run, twin.state, { step: 'price-request' })
    : undefined;
  const isPriced = twinPrice !== undefined && answerOf(twinPrice).kind === 'accepted';
  return isPriced ? refused : atWrite;
};

/** Writes a draft with the odd value, and reads or prices it where it was taken. */
export const askDraft = async (run: Run, ask: Ask): Promise<Told> => {
  const { on, pair, test, seed } = ask;
  const written = await writeDraft(run, on, pair.odd, pair.text, test, seed);
  if (!written) return undecided('an empty draft is refused');
  const { kind, words } = answerOf(written.exchange);
  if (kind === 'disturbed') return undecided(words, [written.exchange]);
  if (kind === 'server-error') return told(`${words} at the write`, [written.exchange]);
  return kind === 'refused'
    ? refusedWrite(run, ask, written, words)
    : atThePrice(run, ask, written);
};

/** Sends a body that is taken or refused at once, such as a car or a lead; where it is refused, the legal one after it. */
export const askBody = async (run: Run, { on, pair, test, seed }: Ask): Promise<Told> => {
  const { call } = await prepare(on, { run, test, seed });
  if (!call) return undecided('the operation could not be called');
  const odd = { ...call, body: pair.odd, rawBody: pair.text, intent: 'open' } as const;
  const exchange = await run.client.send(odd);
  const { kind, words } = answerOf(exchange);
  if (kind === 'disturbed') return undecided(words, [exchange]);
  if (kind === 'accepted') return told(words, [exchange]);
  if (kind === 'server-error') return told(`${words} at the write`, [exchange]);
  const twin = await run.client.send({ ...call, body: pair.valid, intent: 'open' });
  return answerOf(twin).kind === 'accepted'
    ? told(`${words} at the write`, [exchange])
    : undecided('the legal body is refused as well', [exchange]);
};
