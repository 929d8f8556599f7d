import { type Observation, type ObservationPair } from '../../generators/invalid/observation.ts';
import { placesOf } from '../../generators/pointer.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Run } from '../run.ts';
import { answerOf } from './answer.ts';
import { visit, writeDraft, type WrittenDraft } from './draft.ts';
import { readKept } from './kept.ts';
import { type Told, told, undecided } from './told.ts';

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
