import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { isSuccessStatus } from '../answers/answer-form.ts';
import type { Judgement } from '../finding.ts';
import { isObject, jsonBody } from '../answers/json-body.ts';
import { isDisturbance, isTransportStatus } from '../../spec/transport-statuses.ts';

/** Outcome of pricing one motor gap draft, reduced to what two drafts can be compared by: no ids, times or tokens (R4). */
export interface PriceOutcome {
  /** The last operation called: the price request, or the write that refused the draft. */
  readonly operation: OperationId;
  /** Number of that exchange. */
  readonly n: number;
  /** Send time, ISO 8601. */
  readonly at: string;
  /** Undefined if no answer came. */
  readonly status: number | undefined;
  /** Hundredths of EUR; absent if not found. */
  readonly amount?: number;
  /** True if the body holds an integer whose place the target could declare, unless it declares that there is none (P5). */
  readonly mayHoldAmount: boolean;
}

const holdsInteger = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(holdsInteger);
  return isObject(value) ? Object.values(value).some(holdsInteger) : Number.isInteger(value);
};

/**
 * The outcome of an exchange; `amount` is the value at the declared place, or `not-shown` if the target declares that price
 * requests show none.
 */
export const priceOutcome = (
  operation: OperationId,
  { n, at, response }: Exchange,
  amount?: number | 'not-shown',
): PriceOutcome => {
  const body = jsonBody(response?.body);
  return {
    operation,
    n,
    at,
    status: response?.status,
    ...(typeof amount === 'number' ? { amount } : {}),
    mayHoldAmount: amount !== 'not-shown' && body.ok && holdsInteger(body.value),
  };
};

/** True if the draft was priced, with or without a known amount. */
export const isPriced = ({ operation, status }: PriceOutcome): boolean =>
  operation === 'gap.price-request' && isSuccessStatus(status ?? 0);

const AMBIGUOUS = new Set([401, 403, 404]);

/** True for a 4xx about the request's content, not about the caller, the id or the transport (S8, S10). */
export const isRefusal = (status: number | undefined): boolean =>
  status !== undefined &&
  status >= 400 &&
  status < 500 &&
  !isTransportStatus(status) &&
  !AMBIGUOUS.has(status);

/** True if no answer came, or one from the environment (S8, S9). */
export const isDisturbed = ({ status }: PriceOutcome): boolean => isDisturbance(status);

/** An outcome in words. */
export const outcomeText = ({ operation, status, amount }: PriceOutcome): string => {
  if (amount !== undefined) return `the amount ${amount}`;
  return `status ${status ?? 'none'} at ${operation}`;
};

const NOT_FOUND =
  'no amount at the place that the target names in the answer of PriceRequest Create; set gapPrice to its place, or set gapPrice: { amount: … } to the amount for contracts';
const NOT_SHOWN = 'the price request shows no amount as a whole number';

/** A cell that cannot be judged without an amount: open if the target could declare its place, else free (P5). */
export const withoutAmount = (
  base: Pick<Judgement, 'requirement' | 'operation' | 'wanted'>,
  { mayHoldAmount, n }: PriceOutcome,
): Judgement => ({
  ...base,
  exchanges: [n],
  ...(mayHoldAmount
    ? { verdict: 'inconclusive', reason: 'not-found-by-target', got: NOT_FOUND }
    : { verdict: 'observed', reason: 'specification-silent', got: NOT_SHOWN }),
});

/**
 * ERROR-01 (S9): the price request of a draft without one optional field. A server error is a sighting; a refusal remains open,
 * since a tariff may require the field (V17).
 */
export const judgePriceWithout = (
  { n, operation, response }: Exchange,
  pointer: string,
): readonly Judgement[] => {
  if (operation === undefined || response?.status !== 500) return [];
  return [
    {
      requirement: 'ERROR-01',
      operation,
      verdict: 'fail',
      wanted: `a price or a refusal for a draft without the optional ${pointer}`,
      got: `status ${response.status}`,
      exchanges: [n],
    },
  ];
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'price-without': judgePriceWithout,
  'price-without-amount': withoutAmount,
};
