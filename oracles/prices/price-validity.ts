import { isCalendarDate, isDateTime, isHttpDate } from '../answers/date-text.ts';
import { type Answered, isSuccess } from '../answers/answer-form.ts';
import type { Judgement } from '../finding.ts';
import { isObject, jsonBody } from '../answers/json-body.ts';
import { priceShapesIn } from '../answers/resource-fields.ts';
import { show } from '../answers/value.ts';

const DAY = 86_400_000;
const PARTS =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s?(?:[Zz]|([+-])(\d\d):?(\d\d)?)?$/;
/** A time written in words, whose day and month cannot be mistaken for each other. */
const IN_WORDS = /[A-Za-z]{3}.*\b\d{4}\b/;

/** A date-time read by hand: engines disagree about its looser forms. Without an offset it counts as UTC. */
const isoMoment = (text: string): number | undefined => {
  const parts = PARTS.exec(text);
  if (!parts) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const offset = (Number(parts[8] ?? 0) * 60 + Number(parts[9] ?? 0)) * 60_000;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  return parts[7] === '-' ? wall + offset : wall - offset;
};

/** The last moment that a text can mean, in milliseconds since the epoch; undefined if it names none for certain. */
const latestMoment = (value: string): number | undefined => {
  const text = value.trim();
  if (isCalendarDate(text)) return Date.parse(`${text}T00:00:00Z`) + DAY;
  if (isDateTime(text)) return isoMoment(text);
  const moment = isHttpDate(text) || IN_WORDS.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(moment) ? undefined : moment;
};

/** The limit as the recognised shapes have it: the alternative one an ISO date-time, the first any readable time. */
const limitOf = (shapes: readonly string[], value: string): number | undefined =>
  shapes.includes('PRICE-FIELD') || isDateTime(value) ? latestMoment(value) : undefined;

const PRICE_REQUESTS: readonly string[] = [
  'jobloss.price-request',
  'travel.price-request',
  'landlord.price-request',
];

/**
 * PRICE-01 (V6, R1): the limit of a price request that was just created lies in the past by 24 hours at most, so that no
 * time zone is held against a service. A limit that is absent or cannot be read is only observed.
 */
export const judgePriceValidity = (answered: Answered): readonly Judgement[] => {
  const { operation, response, exchange } = answered;
  if (!PRICE_REQUESTS.includes(operation.id) || !isSuccess(response.status)) return [];
  const body = jsonBody(response.body);
  const value = body.ok && isObject(body.value) ? body.value['validUntil'] : undefined;
  const shapes = body.ok ? priceShapesIn(body.value) : [];
  const limit = typeof value === 'string' ? limitOf(shapes, value) : undefined;
  const base = {
    requirement: 'PRICE-01',
    operation: operation.id,
    wanted: 'a validUntil that is not past by more than 24 hours',
    where: '/validUntil',
    exchanges: [exchange.n],
  } as const;
  if (shapes.length === 0 || limit === undefined) {
    const got = shapes.length === 0 ? 'neither price shape' : `${show(value)}, no time to compare`;
    return [{ ...base, verdict: 'observed', reason: 'specification-silent', got }];
  }
  const isPast = limit < Date.parse(exchange.at) - DAY;
  return [
    { ...base, verdict: isPast ? 'fail' : 'pass', got: `${show(value)}, asked at ${exchange.at}` },
  ];
};
