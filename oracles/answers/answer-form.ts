import { type Exchange, insteadOfAnswer } from '../../spec/exchange.ts';
import { isSentToCanonicalCountry } from '../../spec/canonical-country.ts';
import type { KnownOperation } from '../../spec/operations.ts';
import { isCompactDateTime, isDateTime, isHttpDate } from './date-text.ts';
import type { Facts } from '../facts.ts';
import type { Judgement } from '../finding.ts';
import { headerOf, isObject, jsonBody, shorten } from './json-body.ts';
import { strayDraft } from './landlord-draft.ts';
import { shownResource, standsElsewhere } from './resource.ts';
import { valueText } from './value.ts';

/** Answer of an exchange in words: `status 404`, or `no answer: DEADLINE`. */
export const statusText = ({ response, error }: Exchange): string =>
  response ? `status ${response.status}` : `no answer: ${insteadOfAnswer(error)}`;

type Answer = NonNullable<Exchange['response']>;

/** An exchange with an answer, and its operation. */
export interface Answered {
  readonly exchange: Exchange;
  readonly operation: KnownOperation;
  readonly response: Answer;
  readonly facts: Facts;
}

/** True for 2xx. */
export const isSuccessStatus = (status: number): boolean => status >= 200 && status < 300;

/** True for 2xx and 3xx: if no status is stated, a redirection may be the success (S1). */
export const isAcceptedStatus = (status: number): boolean => status >= 200 && status < 400;

/** The status of an answer; 0 if none came. */
export const statusOf = (exchange: Pick<Exchange, 'response'> | undefined): number =>
  exchange?.response?.status ?? 0;

type Replied = Exchange & { readonly response: Answer };

/** True if the answer is a 2xx. */
export const isServed = (exchange: Exchange | undefined): exchange is Replied =>
  isSuccessStatus(statusOf(exchange));

/** True if the answer is a 2xx or 3xx. */
export const isAccepted = (exchange: Exchange | undefined): exchange is Replied =>
  isAcceptedStatus(statusOf(exchange));

/** True if the answer is a 4xx. */
export const isRefused = (exchange: Exchange | undefined): exchange is Replied =>
  Math.floor(statusOf(exchange) / 100) === 4;

/** True if the service reports the named object as missing (S11). */
export const isReportedMissing = (exchange: Exchange | undefined): boolean =>
  [404, 410].includes(statusOf(exchange));

const judgement = (
  { exchange, operation }: Answered,
  rest: Omit<Judgement, 'operation' | 'exchanges'>,
): Judgement => ({ ...rest, operation: operation.id, exchanges: [exchange.n] });

/**
 * STATUS-01 (S1): if the specification states the success status, any other 2xx or 3xx fails, except a redirection from `be` to
 * `BE` (W2).
 */
export const judgeSuccessStatus = (answered: Answered): readonly Judgement[] => {
  const { operation, response } = answered;
  if (operation.success === null || !isAcceptedStatus(response.status)) return [];
  const verdict = response.status === operation.success ? 'pass' : 'fail';
  return [
    judgement(answered, {
      requirement: 'STATUS-01',
      ...(isSentToCanonicalCountry(answered.exchange)
        ? { verdict: 'observed', reason: 'specification-silent' }
        : { verdict }),
      wanted: `status ${operation.success}, as detail entry ${operation.detail} states`,
      got: `status ${response.status}`,
    }),
  ];
};

/** LASTMOD-02 (V5): a Last-Modified header is an HTTP date or an ISO 8601 date-time, including its compact form. */
export const judgeLastModifiedForm = (answered: Answered): readonly Judgement[] => {
  const { operation, exchange, response } = answered;
  if (operation.method === 'GET' || !isAcceptedStatus(response.status)) return [];
  const value = headerOf(exchange, 'last-modified');
  const base = {
    requirement: 'LASTMOD-02',
    wanted: 'a date-time (HTTP date or ISO 8601)',
    where: 'Last-Modified',
  } as const;
  if (value === undefined) {
    const silent = { verdict: 'observed', reason: 'specification-silent' } as const;
    return [judgement(answered, { ...base, ...silent, got: 'no such header' })];
  }
  const isTime = isHttpDate(value) || isDateTime(value) || isCompactDateTime(value);
  return [judgement(answered, { ...base, verdict: isTime ? 'pass' : 'fail', got: shorten(value) })];
};

/**
 * The verdict on a resource that must be a JSON object, {} included (S17): the body, or the value below its envelope, unless
 * the answer holds a draft elsewhere (P3).
 */
export const judgeObject = (
  exchange: Exchange,
): Pick<Judgement, 'verdict' | 'reason' | 'got' | 'where'> => {
  const { at, value } = shownResource(exchange);
  if (isObject(value)) return { verdict: 'pass', got: valueText(value) };
  const stray = at === '' ? undefined : strayDraft(exchange);
  if (stray && !stray.at.startsWith(`${at}/`)) return standsElsewhere(stray, '');
  const body = jsonBody(exchange.response?.body);
  // Not in its original spelling: an escaped secret might not be recognised.
  return {
    verdict: 'fail',
    got: body.ok ? valueText(value) : body.problem,
    ...(at === '' ? {} : { where: at }),
  };
};

/** RESOURCE-01 (S17): if a 200 names a resource, it is a JSON object with any content. */
export const judgeResourceObject = (answered: Answered): readonly Judgement[] => {
  const { operation, response, exchange } = answered;
  const named = operation.success === 200 && operation.response.shown && operation.response.name;
  if (!named || named === 'none' || response.status !== 200) return [];
  return [
    judgement(answered, {
      requirement: 'RESOURCE-01',
      wanted: `a JSON object, the resource that ${operation.detail} names`,
      ...judgeObject(exchange),
    }),
  ];
};
