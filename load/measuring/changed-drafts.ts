import { setTimeout as sleep } from 'node:timers/promises';
import { isSuccess } from '../../oracles/answers/answer-form.ts';
import type { Line } from '../../spec/line.ts';
import { digestOf } from '../answer-digest.ts';
import type { ExpectedAnswer } from '../plan.ts';
import {
  createDrafts,
  isRightAtRest,
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

const SAME = 'all drafts that were tried have the same price';

/** Says that nobody saw, and why. */
const unseen = (line: Line, why: string): string =>
  `${line}: nobody saw if a price follows a change of its draft, since ${why}`;
const STALE = 'the price from before a change, on a draft that was updated since';

/** The numbers of a new price request of a draft, without what varies by itself; undefined if it has no price, or shows none. */
const numbersOf = async (
  session: Session,
  line: Line,
  draft: PreparedDraft,
  { varying }: ExpectedAnswer,
): Promise<string | undefined> => {
  const exchange = await session.client.send({
    operation: stepOf(line, 'price-request').id,
    params: { draftId: draft.id },
    rawBody: priceRequestRow(session, line, draft, 0).body(0),
    test: `load/${line}/changed`,
    intent: 'legal',
  });
  isRightAtRest(session, exchange);
  const { response } = exchange;
  if (!response || !isSuccess(response.status)) return undefined;
  return digestOf(response.body.text, varying).numbers || undefined;
};

/**
 * Gives one draft the data of another that has another price, and prices it again (G3: computed from the draft data). The old
 * price, while the other draft has kept its own and when the read-back delay is over, is the sighting. A text says why nobody
 * saw.
 */
const changeOne = async (
  session: Session,
  line: Line,
  expected: ExpectedAnswer,
  pair: number,
): Promise<Sighting | string | undefined> => {
  const two = await createDrafts(session, line, 2, () => undefined, FIRST + 2 * pair);
  const [one, other] = two;
  if (!one || !other || one.id === other.id) return undefined;
  const price = (draft: PreparedDraft) => numbersOf(session, line, draft, expected);
  const [before, wanted] = [await price(one), await price(other)];
  if (before === undefined || wanted === undefined)
    return unseen(line, 'no new price request shows a number that stays the same');
  if (before === wanted) return unseen(line, SAME);
  const updated = await session.client.send({
    operation: stepOf(line, 'draft-update').id,
    params: { draftId: one.id },
    body: other.body,
    test: `load/${line}/change`,
    intent: 'legal',
  });
  if (!isSuccess(updated.response?.status ?? 0))
    return unseen(
      line,
      `a legal change was answered by ${updated.response ? `status ${updated.response.status}` : 'nothing'}`,
    );
  if ((await price(one)) !== before) return undefined;
  await sleep(session.target.decisions.readBackDelay);
  const isStale = (await price(one)) === before && (await price(other)) === wanted;
  return isStale
    ? { line, step: 0, kind: STALE, example: `draft ${one.id}`, isExcluded: line === 'gap' }
    : undefined;
};

/** Sightings of prices after a change, and, as notes, why nothing was seen. */
interface Changes {
  readonly sightings: readonly Sighting[];
  readonly notes: readonly string[];
}

/** Looks on each line whether a price follows a change of its draft; on drafts of its own, as long as nobody stops the run. */
export const lookAtChanges = async (
  session: Session,
  { lines }: Pick<Prepared, 'lines'>,
): Promise<Changes> => {
  const ofLine = async (
    line: Line,
    expected: ExpectedAnswer,
  ): Promise<readonly (Sighting | string | undefined)[]> => {
    if (!expected.compareNumbers)
      return [unseen(line, 'drafts of equal data are one, or load.samePrice is false')];
    const found: (Sighting | string | undefined)[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      if (session.signal?.aborted || session.answering.silence()) break;
      found.push(await changeOne(session, line, expected, pair));
    }
    // One pair that saw is enough; a change that was refused is said nevertheless.
    const isSeen = found.some((each) => typeof each !== 'string');
    return isSeen ? found.filter((each) => each !== unseen(line, SAME)) : found;
  };
  const found = (
    await Promise.all(
      Object.entries(lines).map(([line, { expected }]) => ofLine(line as Line, expected)),
    )
  ).flat();
  return {
    sightings: found.filter((each) => typeof each === 'object'),
    notes: [...new Set(found.filter((each) => typeof each === 'string'))],
  };
};
