import { isSuccessStatus, statusText } from '../../oracles/answers/answer-form.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { envelopeOf } from '../../spec/envelope.ts';
import { digestOf, type UnloadedDraftAnswer } from '../answer-digest.ts';
import type { ExpectedAnswer } from '../plan.ts';
import {
  isRightUnloaded,
  type PreparedDraft,
  stepOf,
  type PriceRequestRow,
} from '../preparation/create-drafts.ts';
import {
  idPointerIn,
  unloadedAnswerOf,
  textAt,
  varyingPointers,
} from '../preparation/unloaded-answer.ts';
import type { Session } from '../session.ts';
import { comparableIds, duplicateIdSighting } from './price-request-ids.ts';
import type { Sighting } from '../verdict/wrong-answers.ts';

/** Results of a line's price requests before the load. */
export interface UnloadedPrices {
  /** Undefined if none was accepted. */
  readonly expected: ExpectedAnswer | undefined;
  /** Milliseconds of the slowest of the first ones. */
  readonly slowest: number;
  /** Results of the refused ones, as text; empty if no draft could be made. */
  readonly refused: readonly string[];
  /** Answers before the load by draft; undefined if none was accepted. */
  readonly rests: readonly (UnloadedDraftAnswer | undefined)[];
  /** Notes for the report. */
  readonly notes: readonly string[];
  readonly sightings: readonly Sighting[];
}

/** Drafts that are priced before all others and, if that succeeds, a second time. */
const TRIES = 3;
/** Retries after a wrong answer, which is no reference. */
const AGAIN = 2;

interface Priced {
  readonly exchange: Exchange;
  readonly text: string;
}

const isAccepted = ({ response }: Exchange): boolean => {
  const status = response?.status ?? 0;
  return isSuccessStatus(status) || (status >= 300 && status <= 399);
};

/** Sends price requests of a line before the load, as they will be sent under load, and records objections to the answers. */
const pricer = (
  session: Session,
  line: Line,
  drafts: readonly PreparedDraft[],
  rows: readonly PriceRequestRow[],
) => {
  const refused = new Set<string>();
  const odd: OddAnswer[] = [];
  const once = async (index: number): Promise<{ exchange: Exchange; isRight: boolean }> => {
    const exchange = await session.client.send({
      operation: stepOf(line, 'price-request').id,
      params: { draftId: (drafts[index] as PreparedDraft).id },
      rawBody: (rows[index] as PriceRequestRow).body(0),
      test: `load/${line}/rest/${index}`,
      intent: 'legal',
    });
    return { exchange, isRight: isRightUnloaded(session, exchange) };
  };
  /** `isOdd` tests if an answer is unlike those of other drafts; one that the draft does not repeat is no reference either. */
  const price = async (
    index: number,
    isOdd: (text: string) => boolean = () => false,
  ): Promise<Priced | undefined> => {
    let { exchange, isRight } = await once(index);
    for (let tries = 0; tries < AGAIN && isAccepted(exchange); tries += 1) {
      const text = exchange.response?.body.text ?? '';
      const looksOdd = isOdd(text);
      if (isRight && !looksOdd) break;
      ({ exchange, isRight } = await once(index));
      if (looksOdd && isAccepted(exchange) && !isOdd(exchange.response?.body.text ?? ''))
        odd.push({ draft: (drafts[index] as PreparedDraft).id, text });
    }
    if (!isAccepted(exchange)) {
      refused.add(statusText(exchange));
      return undefined;
    }
    return { exchange, text: exchange.response?.body.text ?? '' };
  };
  return { price, refused, odd };
};

/** An answer whose keys differ from those of other drafts, and from its own draft's repeated answer. */
interface OddAnswer {
  readonly draft: string;
  readonly text: string;
}

const oddSighting = (line: Line, { draft, text }: OddAnswer): Sighting => ({
  line,
  step: 0,
  kind: 'answers before the load with other members when repeated, for the same draft',
  example: `draft ${draft}, ${text === '' ? 'no body' : text.slice(0, 60)}`,
  isExcluded: false,
});

const restOf = (
  draft: string,
  priced: Priced | undefined,
  expected: ExpectedAnswer,
): UnloadedDraftAnswer | undefined =>
  priced && {
    draft,
    answer: unloadedAnswerOf(priced.text, expected),
    id: textAt(priced.text, expected.idPlace),
  };

/** Note on drafts without an answer with which those under load could be compared. */
const unpricedNotes = (
  line: Line,
  priced: readonly (Priced | undefined)[],
  drafts: number,
  refused: ReadonlySet<string>,
): readonly string[] => {
  const without = drafts - priced.filter((each) => each !== undefined).length;
  const why = refused.size === 0 ? '' : ` (${[...refused].join(', ')})`;
  return without === 0
    ? []
    : [
        `${line}: ${without} of ${drafts} drafts had no price before the load${why}; their answers under load are not compared`,
      ];
};

/** Calls the function for each index from `from` on, with bounded concurrency. */
const inParallel = async (
  from: number,
  to: number,
  workers: number,
  call: (index: number) => Promise<void>,
): Promise<void> => {
  let next = from;
  const work = async (): Promise<void> => {
    while (next < to) {
      const index = next;
      next += 1;
      await call(index);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, workers) }, work));
};

/** Prices the first drafts twice, sequentially, to find the common form of their answers. */
const firstOnes = async (
  session: Session,
  line: Line,
  drafts: readonly PreparedDraft[],
  price: (index: number) => Promise<Priced | undefined>,
) => {
  const isSamePrice = line === 'gap' || session.target.load.samePrice === true;
  const priced: (Priced | undefined)[] = [];
  const varying = new Set<string>();
  for (let index = 0; index < Math.min(TRIES, drafts.length); index += 1) {
    if (session.signal?.aborted) break;
    const first = (priced[index] = await price(index));
    const second = first && (await price(index));
    for (const pointer of second ? varyingPointers(first.text, second.text, isSamePrice) : [])
      varying.add(pointer);
  }
  const accepted = priced.flatMap((each) => each ?? []);
  const slowest = Math.max(0, ...accepted.map(({ exchange }) => exchange.timings.total));
  return { priced, varying: [...varying], example: accepted[0], slowest };
};

/**
 * Prices every draft of a line before the load, and the first ones twice: every answer under load is compared with that of its
 * draft here. If none of the first is priced, no other is tried.
 */
export const priceUnloaded = async (
  session: Session,
  line: Line,
  drafts: readonly PreparedDraft[],
  rows: readonly PriceRequestRow[],
  onPriced: () => void,
): Promise<UnloadedPrices> => {
  const { target } = session;
  const { price, refused, odd } = pricer(session, line, drafts, rows);
  const { priced, varying, example, slowest } = await firstOnes(session, line, drafts, price);
  priced.forEach(() => onPriced());
  const isStopped = (): boolean => session.signal?.aborted ?? false;
  const none = { expected: undefined, rests: [], notes: [], sightings: [] };
  if (!example || isStopped()) return { ...none, slowest, refused: [...refused] };
  const envelope = envelopeOf(target.envelope, stepOf(line, 'price-request').id);
  const form = { varying, envelope };
  const { members } = digestOf(example.text, form);
  const isOdd = (text: string): boolean => digestOf(text, form).members !== members;
  await inParallel(TRIES, drafts.length, target.limits.concurrency, async (index) => {
    if (isStopped() || session.answering.silence()) return;
    priced[index] = await price(index, isOdd);
    onPriced();
  });
  const idPointer = idPointerIn(example.text, target.prices[line].id, envelope);
  const idOf = (each: Priced | undefined) => each && textAt(each.text, idPointer);
  const ids = await comparableIds(line, drafts, priced.map(idOf), async (index) =>
    idOf(await price(index)),
  );
  // A service may create a single draft from equal bodies (D11), which journeys then change, too.
  const areApart = new Set(drafts.map(({ id }) => id)).size === drafts.length;
  const compareNumbers = areApart && (line === 'gap' || target.load.samePrice !== false);
  const { response } = example.exchange;
  const expected = {
    status: response?.status ?? 0,
    lastModified: response?.headers['last-modified'] !== undefined,
    ...form,
    idPlace: ids.areUnique ? idPointer : undefined,
    compareNumbers,
  };
  return {
    expected,
    slowest,
    refused: [...refused],
    rests: drafts.map(({ id: draft }, index) => restOf(draft, priced[index], expected)),
    notes: [...ids.notes, ...unpricedNotes(line, priced, drafts.length, refused)],
    sightings: [
      ...ids.doubles.map((double) => duplicateIdSighting(line, 0, double)),
      ...odd.map((each) => oddSighting(line, each)),
    ],
  };
};
