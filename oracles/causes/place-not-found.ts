import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { amountIn, idIn, placeIn } from '../../spec/place-in-answer.ts';
import type { Step } from '../../spec/operation.ts';
import { isAcceptedStatus } from '../answers/answer-form.ts';
import type { CellVerdict, ReasonCode } from '../finding.ts';
import { headerOf, jsonBody, shorten } from '../answers/json-body.ts';
import { counted } from '../../spec/message-text.ts';
import { statusesOf } from './calls-refused.ts';
import {
  blamedFor,
  recorded,
  isOpen,
  operationsOf,
  type FirstCause,
  type Judged,
  type TargetDeclarations,
  nameOf,
} from './first-cause.ts';
import { envelopeKey, strayIn } from './unopened-envelope.ts';
import { type LikelyPlace, likelyPlaces, type SearchedValue } from './likely-places.ts';

/** The value that an operation issues, and the key of the target with its place. */
interface IssuedId {
  readonly what: string;
  readonly key: string;
  readonly wanted: SearchedValue;
  readonly places: readonly string[];
}

const THINGS: Readonly<Partial<Record<Step, readonly [thing: string, what: string]>>> = {
  'draft-create': ['draft', 'the id of the draft'],
  'car-post': ['car', 'the id of the car'],
  'person-post': ['person', 'the id of the person'],
  'metadata-post': ['metadata', 'the id of the metadata key'],
  'contract-create': ['contract', 'the id of the contract'],
};

const issuedIdOf = (on: OperationId, target: TargetDeclarations): IssuedId | undefined => {
  const { line, step } = operation(on);
  if (step === 'token-terms') {
    const places = target.termsToken;
    return { what: 'the user terms token', key: 'termsToken', wanted: 'token', places };
  }
  if (step === 'price-request') {
    const own = line === 'gap' ? target.gapPrice : (target.prices[line].amount ?? target.gapPrice);
    if ('amount' in own) return undefined;
    const key = line === 'gap' ? 'gapPrice' : `prices.${line}.amount`;
    return { what: 'the amount', key, wanted: 'amount', places: own };
  }
  const [thing, what] = THINGS[step] ?? [];
  if (thing === undefined || what === undefined) return undefined;
  const places = target.ids[line][thing] ?? [];
  return { what, key: `ids.${line}.${thing}`, wanted: thing === 'metadata' ? 'key' : 'id', places };
};

/** Description of an answer without a likely place. */
const formOf = (exchange: Exchange): string => {
  const json = jsonBody(exchange.response?.body);
  return json.ok ? `JSON without it: ${shorten(JSON.stringify(json.value))}` : json.problem;
};

const shown = ({ place, value }: LikelyPlace, wanted: SearchedValue): string =>
  wanted === 'token' ? place : `${place} (${shorten(JSON.stringify(value), 40)})`;

/** Maximum number of absent places to name. */
const MAX_NAMED = 3;

const missing = (places: readonly string[]): string =>
  places.length > MAX_NAMED
    ? 'none of these'
    : `no ${places.map((place) => (place === 'location' ? 'header Location' : place)).join(', no ')}`;

const heldBy = (
  exchange: Exchange,
  places: readonly string[],
  likely: readonly LikelyPlace[],
  wanted: SearchedValue,
): string => {
  const absent = places.filter(
    (place) => place !== 'location' || headerOf(exchange, 'location') === undefined,
  );
  const has =
    likely.length > 0
      ? `has ${likely.map((each) => shown(each, wanted)).join(', ')}`
      : `is ${formOf(exchange)}`;
  return `${missing(absent)}; the answer ${has}`;
};

/** A price request need not show its amount (P5). */
const noAmount = (key: string): string =>
  ` If price requests show no amount, set ${key}: ${key === 'gapPrice' ? '{ amount: 1325 }' : '1325'}, the amount for contracts in hundredths of EUR.`;

/** Maximum number of places to show. */
const MAX_SHOWN = 3;

/** Tests if an answer shows the value at one of the places. */
const holds = (exchange: Exchange, { places, wanted }: IssuedId): boolean => {
  const json = jsonBody(exchange.response?.body);
  return places.some((place) => {
    const value = placeIn(place, exchange, json.ok ? json.value : undefined);
    return (wanted === 'amount' ? amountIn(place, value) : idIn(value)) !== undefined;
  });
};

/** What to change if every answer lacks the value, or only some do. */
const changeFor = (
  on: OperationId,
  first: Exchange,
  best: LikelyPlace | undefined,
  { key }: IssuedId,
  isAlways: boolean,
): string => {
  const stray = strayIn(first);
  if (best !== undefined && stray && best.place.startsWith(`${stray.at}/`))
    return `The answer shows the whole resource below ${stray.at}: set ${envelopeKey([{ on, at: stray.at }])}.`;
  if (!isAlways)
    return best === undefined
      ? 'The other answers show it there, so the target is right: the service leaves it out now and then.'
      : `The other answers show it there: add the place to ${key}; ${best.place} is a candidate.`;
  return best === undefined
    ? `The answer shows no candidate: set ${key} to its place.`
    : `Set ${key} to its place; ${best.place} is a candidate.`;
};

const causeOf = (
  on: OperationId,
  cells: readonly string[],
  { exchanges, target }: Judged,
): FirstCause | undefined => {
  const issuedId = issuedIdOf(on, target);
  const answers = exchanges.filter(
    ({ operation: own, intent, response }) =>
      own === on && intent === 'legal' && isAcceptedStatus(response?.status ?? 0),
  );
  if (!issuedId) return undefined;
  const { what, key, wanted, places } = issuedId;
  const lacking = answers.filter((each) => !holds(each, issuedId));
  const [first] = lacking;
  if (!first) return undefined;
  const likely = likelyPlaces(wanted, lacking)
    .filter(({ place }) => !places.includes(place))
    .slice(0, MAX_SHOWN);
  const [best] = likely;
  const isAlways = lacking.length === answers.length;
  const otherwise = wanted === 'amount' && isAlways ? noAmount(key) : '';
  const isLocated = places.includes('location') && headerOf(first, 'location') !== undefined;
  const share = isAlways ? '' : ` in ${lacking.length} of ${counted(answers.length, 'answer')}`;
  const problem =
    isLocated && best === undefined && isAlways
      ? `${what} could not be taken from its Location. If it is elsewhere in the answer, set ${key} to its place.`
      : `${what} is not at the place that the target names${share}. ${changeFor(on, first, best, issuedId, isAlways)}${otherwise}`;
  return {
    sentence: `${nameOf(on)} answers ${statusesOf(lacking)}, but ${problem}`,
    target: `${key} is ${places.join(', ')}`,
    answer: heldBy(first, places, likely, wanted),
    exchange: first.n,
    operation: on,
    cells,
  };
};

const FOLLOWING: readonly (ReasonCode | undefined)[] = [
  'blocked-by',
  'not-executed',
  'twin-refused',
];

/** Ids, tokens and amounts that answers hold, but not at the declared places (P3, P5). */
export const placesNotFound = (judged: Judged): readonly FirstCause[] => {
  const all = recorded(judged.exchanges);
  const open = judged.verdicts.filter(isOpen);
  const origins = new Set(
    open
      .filter(({ reason }) => reason === 'not-found-by-target')
      .map((verdict) => blamedFor(verdict, all)),
  );
  const belongsTo = (verdict: CellVerdict): OperationId | undefined => {
    const blamed = blamedFor(verdict, all);
    if (verdict.reason === 'not-found-by-target') return blamed;
    if (!FOLLOWING.includes(verdict.reason)) return undefined;
    return operationsOf(verdict, all).findLast((on) => origins.has(on));
  };
  const groups = Map.groupBy(open, belongsTo);
  return [...origins].flatMap(
    (on) =>
      causeOf(
        on,
        (groups.get(on) ?? []).map(({ cell }) => cell),
        judged,
      ) ?? [],
  );
};
