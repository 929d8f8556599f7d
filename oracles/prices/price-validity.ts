import { isCompactDateTime, isDateTime } from '../answers/date-text.ts';
import { latestMoment } from './latest-moment.ts';
import { type Answered, isSuccessStatus } from '../answers/answer-form.ts';
import type { Judgement } from '../finding.ts';
import { isObject } from '../answers/json-body.ts';
import { shownResource, standsElsewhere } from '../answers/resource.ts';
import { priceShapesIn, strayPrices } from '../answers/resource-fields.ts';
import { valueText } from '../answers/value.ts';

const DAY = 86_400_000;

/**
 * The limit in the format of the recognised shapes: an ISO date-time in the alternative one, any readable time in the first.
 */
const limitOf = (shapes: readonly string[], value: string): number | undefined =>
  shapes.includes('PRICE-FIELD') || isDateTime(value) || isCompactDateTime(value)
    ? latestMoment(value)
    : undefined;

const PRICE_REQUESTS: readonly string[] = [
  'jobloss.price-request',
  'travel.price-request',
  'landlord.price-request',
];

/**
 * PRICE-01 (V6, R1): the limit of a new price request is at most 24 hours in the past, so that no time zone can cause a fail. A
 * limit that is absent or unreadable is only observed.
 */
export const judgePriceValidity = (answered: Answered): readonly Judgement[] => {
  const { operation, response, exchange } = answered;
  if (!PRICE_REQUESTS.includes(operation.id) || !isSuccessStatus(response.status)) return [];
  const { at, value: resource } = shownResource(exchange);
  const value = isObject(resource) ? resource['validUntil'] : undefined;
  const shapes = priceShapesIn(resource);
  const limit = typeof value === 'string' ? limitOf(shapes, value) : undefined;
  const base = {
    requirement: 'PRICE-01',
    operation: operation.id,
    wanted: 'a validUntil that is at most 24 hours in the past',
    where: `${at}/validUntil`,
    exchanges: [exchange.n],
  } as const;
  const stray = strayPrices(exchange);
  if (stray && isObject(stray.value) && stray.value['validUntil'] !== undefined)
    return [{ ...base, ...standsElsewhere(stray, '/validUntil') }];
  if (shapes.length === 0 || limit === undefined) {
    const got =
      shapes.length === 0
        ? 'an answer with neither price shape'
        : `${valueText(value)}, which is no readable time`;
    return [{ ...base, verdict: 'observed', reason: 'specification-silent', got }];
  }
  const isPast = limit < Date.parse(exchange.at) - DAY;
  return [
    {
      ...base,
      verdict: isPast ? 'fail' : 'pass',
      got: `${valueText(value)}, requested at ${exchange.at}`,
    },
  ];
};
