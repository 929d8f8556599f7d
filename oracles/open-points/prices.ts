import { isSuccessStatus } from '../answers/answer-form.ts';
import { isReadableTime } from '../answers/date-text.ts';
import { headerOf, isObject } from '../answers/json-body.ts';
import { resourceIn } from '../answers/resource.ts';
import { memoizedByObject } from '../../spec/memoized.ts';
import type { OpenPoint } from '../open-point.ts';
import { pointsOf, type Question, type ObservedAnswer } from './observed-answers.ts';

type Entry = Readonly<Record<string, unknown>>;

const bodyOf = ({ exchange }: ObservedAnswer): Entry => {
  const resource = resourceIn(exchange);
  return isObject(resource) ? resource : {};
};

const entriesOf = ({ prices }: Entry): readonly Entry[] =>
  Array.isArray(prices) ? prices.filter(isObject) : [];

/** An integer, or the value of an Amount. */
const numberIn = (value: unknown): number | undefined => {
  const number = isObject(value) ? value['value'] : value;
  return typeof number === 'number' ? number : undefined;
};

/** Names of a sum in the alternative shape: with taxes, without taxes, taxes. */
const ALTERNATIVE = [
  ['paperFeeWithTax', 'paperFeeWithoutTax', 'paperFeeTax'],
  ['pricePerYearWithTax', 'pricePerYearWithoutTax', 'premiumTax'],
  ['totalPerYearWithTax', 'totalPerYearWithoutTax', 'totalTax'],
] as const;
const DETAIL = ['withTaxes', 'withoutTaxes', 'taxes'] as const;

const holds = (entry: Entry, names: readonly [string, string, string]): boolean | undefined => {
  const [gross, net, taxes] = names.map((name) => numberIn(entry[name]));
  if (gross === undefined || net === undefined || taxes === undefined) return undefined;
  return gross === net + taxes;
};

/** For every sum in an entry of either shape: true if it is correct. */
const sumsIn = (entry: Entry): readonly boolean[] => {
  const details = Object.values(entry)
    .filter(isObject)
    .flatMap((part) => Object.values(part).filter(isObject));
  return [
    ...ALTERNATIVE.map((names) => holds(entry, names)),
    ...details.map((detail) => holds(detail, DETAIL)),
  ].filter((each) => each !== undefined);
};

const sums = (entries: readonly Entry[]): string | undefined => {
  const all = entries.flatMap(sumsIn);
  if (all.length === 0) return undefined;
  return all.every(Boolean) ? 'yes' : 'no';
};

interface Offer {
  readonly label: string;
  readonly limit: number;
  readonly price: number;
}

const priceAt = (value: unknown, ...path: readonly string[]): number | undefined =>
  numberIn(path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value));

/** Offers of an entry: one of the alternative shape, one for each cover of the other. */
const offersIn = (entry: Entry): readonly Offer[] => {
  const parts: readonly (readonly [string, unknown, number | undefined])[] = [
    ['', entry, priceAt(entry, 'pricePerYearWithTax')],
    ...['landlord', 'legalProtection'].map(
      (cover) =>
        [cover, entry[cover], priceAt(entry, cover, 'yearlyPremium', 'withTaxes')] as const,
    ),
  ];
  return parts.flatMap(([cover, part, price]) => {
    const limit = priceAt(part, 'claimLimit');
    if (limit === undefined || price === undefined) return [];
    return [{ label: `${String(entry['variant'])} ${cover}`, limit, price }];
  });
};

/** Needs one answer that prices one label for several claim limits. */
const monotony = (entries: readonly Entry[]): string | undefined => {
  const offers = entries.flatMap(offersIn);
  const pairs = offers.flatMap((low) =>
    offers
      .filter((high) => high.label === low.label && high.limit > low.limit)
      .map((high) => [low, high] as const),
  );
  if (pairs.length === 0) return undefined;
  return pairs.some(([low, high]) => high.price < low.price) ? 'yes' : 'no';
};

const DAY = 86_400_000;

const validity = ({ exchange }: ObservedAnswer, { validUntil }: Entry): string | undefined => {
  if (typeof validUntil !== 'string' || !isReadableTime(validUntil)) return undefined;
  const ahead = Date.parse(validUntil) - Date.parse(headerOf(exchange, 'date') ?? exchange.at);
  if (Number.isNaN(ahead)) return undefined;
  const days = Math.round(ahead / DAY);
  if (days === 0) return 'less than a day';
  return days === 1 ? 'about 1 day' : `about ${days} days`;
};

/** Open points in one price request; its long body is parsed once for all questions. */
const pricePointsOf = memoizedByObject((one: ObservedAnswer) => {
  const body = bodyOf(one);
  const entries = one.row.line === 'gap' ? [] : entriesOf(body);
  return { sums: sums(entries), monotony: monotony(entries), validity: validity(one, body) };
});

const QUESTIONS: readonly Question[] = [
  {
    id: 'price-sums',
    subject: 'answers',
    question: 'is a price with taxes the sum of the price without taxes and the taxes?',
    rule: 'R2',
    grain: 'line',
    outcomeOf: (one) => pricePointsOf(one).sums,
  },
  {
    id: 'claim-limit-price',
    subject: 'answers',
    question: 'does a higher claim limit ever cost less?',
    rule: 'R2',
    grain: 'line',
    outcomeOf: (one) => pricePointsOf(one).monotony,
  },
  {
    id: 'price-validity',
    subject: 'answers',
    question: 'how long is a price request valid?',
    rule: 'V6',
    grain: 'line',
    outcomeOf: (one) => pricePointsOf(one).validity,
  },
];

/** Open points in the price requests of a run (R2, V6). */
export const pricePoints = (answers: readonly ObservedAnswer[]): readonly OpenPoint[] => {
  const seen = answers.filter(
    ({ row, response }) => row.step === 'price-request' && isSuccessStatus(response.status),
  );
  return QUESTIONS.flatMap((question) => pointsOf(seen, question));
};
