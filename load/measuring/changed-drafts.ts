import { setTimeout as sleep } from 'node:timers/promises';
import { isSuccessStatus } from '../../oracles/answers/answer-form.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { digestOf } from '../answer-digest.ts';
import type { ExpectedAnswer } from '../plan.ts';
import {
  createDrafts,
  isRightUnloaded,
  type PreparedDraft,
  stepOf,
  priceRequestRow,
} from '../preparation/create-drafts.ts';
import type { Prepared } from '../preparation/prepare.ts';
import type { Session } from '../session.ts';
import type { Sighting } from '../verdict/wrong-answers.ts';

/** Pairs of drafts that are tried on each line, and the number of the first of them, far from those of the load. */
const PAIRS = 2;
const FIRST = 1_000_000;

const STALE = 'a price from before an update of the draft';

/** Result of one pair of drafts: the price followed the change, a sighting, or the reason why it could not be observed. */
interface PairResult {
  readonly sighting?: Sighting;
  readonly unseen?: string;
  /** The service refused the change itself, which is always reported. */
  readonly isRefused?: true;
}

type Priced = { readonly numbers: string } | { readonly unseen: string };

const pairResultOf = (now: Priced): PairResult => ('unseen' in now ? now : {});

/** The numbers of a new price request of a draft, without those that vary by themselves, or the reason why there are none. */
const numbersOf = async (
  session: Session,
  line: Line,
  draft: PreparedDraft,
  expected: ExpectedAnswer,
): Promise<Priced> => {
  const exchange = await session.client.send({
    operation: stepOf(line, 'price-request').id,
    params: { draftId: draft.id },
    rawBody: priceRequestRow(session, line, draft, 0).body(0),
    test: `load/${line}/changed`,
    intent: 'legal',
  });
  isRightUnloaded(session, exchange);
  const { response } = exchange;
  if (!response || !isSuccessStatus(response.status))
    return { unseen: `a price request ${answerText(exchange)}` };
  const { numbers } = digestOf(response.body.text, expected);
  return numbers === ''
    ? { unseen: 'no price request shows a number that stays the same when repeated' }
    : { numbers };
};

/**
 * Gives one draft the data of another with a different price, and prices it again (G3: computed from the draft data).
 * The old price is wrong if the other draft has kept its own and the read-back delay is over.
 */
const changeOne = async (
  session: Session,
  line: Line,
  expected: ExpectedAnswer,
  pair: number,
): Promise<PairResult> => {
  const two = await createDrafts(session, line, 2, () => undefined, FIRST + 2 * pair);
  const [one, other] = two;
  if (!one || !other || one.id === other.id) return { unseen: 'two drafts could not be created' };
  const price = (draft: PreparedDraft) => numbersOf(session, line, draft, expected);
  const [before, wanted] = [await price(one), await price(other)];
  if ('unseen' in before) return before;
  if ('unseen' in wanted) return wanted;
  if (before.numbers === wanted.numbers)
    return { unseen: 'all drafts that were tried have the same price' };
  const updated = await session.client.send({
    operation: stepOf(line, 'draft-update').id,
    params: { draftId: one.id },
    body: other.body,
    test: `load/${line}/change`,
    intent: 'legal',
  });
  if (!isSuccessStatus(updated.response?.status ?? 0))
    return { unseen: `a legal change ${answerText(updated)}`, isRefused: true };
  const isOld = (now: Priced): boolean => 'numbers' in now && now.numbers === before.numbers;
  const after = await price(one);
  if (!isOld(after)) return pairResultOf(after);
  await sleep(session.target.decisions.readBackDelay);
  const [last, kept] = [await price(one), await price(other)];
  if (!isOld(last)) return pairResultOf(last);
  if ('unseen' in kept) return kept;
  // The old price is wrong only if the other draft has kept its price.
  return kept.numbers === wanted.numbers
    ? {
        sighting: {
          line,
          step: 0,
          kind: STALE,
          example: `draft ${one.id}`,
          isExcluded: line === 'gap',
        },
      }
    : { unseen: 'the price of an unchanged draft differs, too' };
};

const answerText = ({ response }: Exchange): string =>
  response ? `was answered with status ${response.status}` : 'got no answer';

/** Tries some pairs of a line, unless the run is aborted. */
const changeSome = async (
  session: Session,
  line: Line,
  expected: ExpectedAnswer,
): Promise<readonly PairResult[]> => {
  if (!expected.compareNumbers)
    return [{ unseen: 'drafts with equal data are the same draft, or load.samePrice is false' }];
  const looks: PairResult[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    if (session.signal?.aborted || session.answering.silence()) break;
    looks.push(await changeOne(session, line, expected, pair));
  }
  return looks;
};

/** Sightings of outdated prices, and notes on pairs without a result. */
interface Changes {
  readonly sightings: readonly Sighting[];
  readonly notes: readonly string[];
}

/** Checks on each line if a price follows a change of its draft; uses drafts of its own. */
export const checkChangedDrafts = async (
  session: Session,
  { lines }: Pick<Prepared, 'lines'>,
): Promise<Changes> => {
  const ofLine = async (line: Line, expected: ExpectedAnswer): Promise<Changes> => {
    const looks = await changeSome(session, line, expected);
    // One observed pair is enough.
    const isSeen = looks.some(({ unseen }) => unseen === undefined);
    const open = looks.filter(({ isRefused }) => !isSeen || isRefused);
    const reasons = new Set(open.flatMap(({ unseen }) => unseen ?? []));
    return {
      sightings: looks.flatMap(({ sighting }) => sighting ?? []),
      notes: [...reasons].map(
        (why) => `${line}: not tested whether prices follow changes of the draft: ${why}`,
      ),
    };
  };
  const all = Object.entries(lines);
  const each = await Promise.all(all.map(([line, { expected }]) => ofLine(line as Line, expected)));
  return {
    sightings: each.flatMap(({ sightings }) => sightings),
    notes: each.flatMap(({ notes }) => notes),
  };
};
