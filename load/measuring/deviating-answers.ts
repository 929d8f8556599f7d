import { amountAt } from '../../client/target/places.ts';
import { priceOutcome } from '../../oracles/prices/price-outcome.ts';
import { judgeRepeatedPrices } from '../../oracles/prices/price-acceptance.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { operation as operationOf } from '../../spec/operations.ts';
import { type AnswerDigest, digestOf, type UnloadedDraftAnswer } from '../answer-digest.ts';
import type { ExpectedAnswer } from '../plan.ts';
import type { Session } from '../session.ts';
import type { Sighting } from '../verdict/wrong-answers.ts';

/** Reference answers of one line before the load. */
export interface LineReference {
  readonly expected: ExpectedAnswer;
  /** By the URL of the price request. */
  readonly drafts: ReadonlyMap<string, UnloadedDraftAnswer>;
}

/** Client for repeated requests; undefined if a run is judged afterwards. */
export type RepeatClient = Pick<Session, 'client' | 'signal'> & {
  readonly target: Pick<Session['target'], 'gapPrice' | 'load'>;
};

/** Maximum number of drafts of a line that are requested again for one reason. */
const ASKED = 8;
const SHOWN = 60;

const PRICE_GONE = 'answers without a price, for drafts that had one before the load';
const OTHER_PRICE = 'a different price than before the load, for the same draft';

type Difference = 'currency' | 'status' | 'header' | 'gone' | 'members' | 'price';

const shown = (text: string): string =>
  text === '' ? 'no body' : text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;

/** Difference of an answer from that before the load; only the gravest one. */
const differenceOf = (
  { response }: Exchange,
  { status, lastModified, compareNumbers }: ExpectedAnswer,
  rest: AnswerDigest,
  now: AnswerDigest,
): Difference | undefined => {
  if (now.currency !== '') return 'currency';
  if (now.numbers === '' && rest.numbers !== '') return 'gone';
  if (compareNumbers && now.members === rest.members && now.numbers !== rest.numbers)
    return 'price';
  if (response?.status !== status) return 'status';
  if (now.members !== rest.members) return 'members';
  if (lastModified && response.headers['last-modified'] === undefined) return 'header';
  return undefined;
};

const membersText = (rest: AnswerDigest, now: AnswerDigest): string => {
  const [before, after] = [rest.members.split(','), now.members.split(',')];
  const lost = before.filter((name) => !after.includes(name));
  const added = after.filter((name) => !before.includes(name));
  return [
    ...(lost.length > 0 ? [`${lost.join(', ')} missing`] : []),
    ...(added.length > 0 ? [`${added.join(', ')} added`] : []),
  ].join('; ');
};

/** Dependencies and output of an examination. */
interface Examining {
  readonly lines: ReadonlyMap<Line, LineReference>;
  readonly noted: Pick<Session, 'note'>;
  readonly asking: RepeatClient | undefined;
  readonly add: (sighting: Sighting) => void;
}

/** An answer that differs from that before the load. */
interface Unlike {
  readonly exchange: Exchange;
  readonly step: number;
  readonly line: Line;
  readonly expected: ExpectedAnswer;
  readonly rest: UnloadedDraftAnswer;
}

const textOf = ({ response }: Exchange): string => response?.body.text ?? '';

const resend = async (
  { exchange, rest }: Unlike,
  asking: RepeatClient | undefined,
): Promise<Exchange | undefined> => {
  if (!asking || asking.signal?.aborted || exchange.operation === undefined) return undefined;
  const { request, operation, test, intent } = exchange;
  return asking.client.send({
    operation,
    params: { draftId: rest.draft },
    rawBody: request.body?.text ?? '',
    test: `${test}/again`,
    intent,
  });
};

/** GAP-PRICE-03: two amounts of one draft within a minute (R7). True if the two answers prove it. */
const judgeAmounts = (
  { exchange, step }: Unlike,
  second: Exchange,
  { noted, asking }: Examining,
): boolean => {
  const places = asking?.target.gapPrice ?? [];
  if ('amount' in places) return false;
  const outcomes = [exchange, second].map((each) =>
    priceOutcome('gap.price-request', each, amountAt(places, each)?.amount),
  );
  const judgement = judgeRepeatedPrices(outcomes);
  if (judgement.verdict !== 'fail') return false;
  noted.note(exchange, [judgement], step);
  noted.note(second, [], step);
  return true;
};

/** Repeats the price request of a draft without a price, or with another one. */
const repeatPriceRequest = async (
  unlike: Unlike,
  isGone: boolean,
  all: Examining,
): Promise<void> => {
  const { exchange, step, line, expected, rest } = unlike;
  const second = await resend(unlike, all.asking);
  const then = second?.response && digestOf(textOf(second), expected).numbers;
  const wasRight = then === rest.answer.digest.numbers;
  if (isGone) {
    const example = shown(textOf(exchange));
    all.add({ line, step, kind: PRICE_GONE, example, isExcluded: wasRight });
    return;
  }
  // The price has changed permanently since: a tariff may depend on the time of day.
  if (then === digestOf(textOf(exchange), expected).numbers) return;
  if (second && line === 'gap' && judgeAmounts(unlike, second, all)) return;
  const isExcluded = wasRight && all.asking?.target.load.samePrice === true;
  all.add({ line, step, kind: OTHER_PRICE, example: `draft ${rest.draft}`, isExcluded });
};

/** Sighting without a repeated request; the text excludes only another currency (Limits, R1). */
const sightingOf = (
  { exchange, step, line, expected, rest }: Unlike,
  difference: Exclude<Difference, 'gone' | 'price'>,
  now: AnswerDigest,
): Sighting => {
  const base = { line, step, isExcluded: false };
  if (difference === 'currency')
    return {
      ...base,
      kind: `amounts in ${now.currency} instead of EUR`,
      example: `draft ${rest.draft}`,
      isExcluded: true,
    };
  if (difference === 'status') {
    const kind = `status ${exchange.response?.status} instead of ${expected.status}`;
    return { ...base, kind, example: shown(textOf(exchange)) };
  }
  if (difference === 'header')
    return { ...base, kind: 'answers without Last-Modified', example: `draft ${rest.draft}` };
  const example = membersText(rest.answer.digest, now);
  return { ...base, kind: 'answers with other members than before the load', example };
};

/** Examines answers that differ from those before the load, and repeats the requests of their drafts if that can settle it. */
export const examineDeviations = (all: Examining) => {
  const asked = new Map<string, number>();
  let under: Promise<void> = Promise.resolve();
  const take = (exchange: Exchange, step: number): void => {
    const { line } = operationOf(exchange.operation ?? 'gap.price-request');
    const { expected, drafts } = all.lines.get(line) ?? {};
    const rest = drafts?.get(exchange.request.url);
    if (!expected || !rest) {
      const kind = 'answers that differ from those before the load';
      all.add({ line, step, kind, example: shown(textOf(exchange)), isExcluded: false });
      return;
    }
    const unlike = { exchange, step, line, expected, rest };
    const now = digestOf(textOf(exchange), expected);
    const difference = differenceOf(exchange, expected, rest.answer.digest, now);
    if (difference === undefined) return;
    if (difference !== 'gone' && difference !== 'price') {
      all.add(sightingOf(unlike, difference, now));
      return;
    }
    const key = `${line} ${difference}`;
    const times = asked.get(key) ?? 0;
    asked.set(key, times + 1);
    if (times < ASKED)
      under = under.then(() => repeatPriceRequest(unlike, difference === 'gone', all));
  };
  /** `settled` resolves when every repeated request has been answered. */
  return { take, settled: (): Promise<void> => under };
};
