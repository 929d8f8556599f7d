import { currencyOf, isForeignCurrency } from '../../spec/amount.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { type Answered, isAcceptedStatus } from './answer-form.ts';
import { escapeKey, type FoundValue, valueText } from './value.ts';
import type { Judgement } from '../finding.ts';
import { jsonBody } from './json-body.ts';
import { shownCurrenciesIn } from './resource-fields.ts';

/** A currency in an answer, and its place. */
type ShownCurrency = FoundValue & { readonly value: string };

/** Adds the currency of every Amount in a JSON value to `found`, in document order. */
const findCurrencies = (value: unknown, where: string, found: ShownCurrency[]): void => {
  if (typeof value !== 'object' || value === null) return;
  const currency = currencyOf(value);
  if (currency !== undefined) found.push({ where: `${where}/currency`, value: currency });
  for (const [key, each] of Object.entries(value))
    findCurrencies(each, `${where}/${escapeKey(key)}`, found);
};

/** Currencies to judge here: those that no row of a shown resource covers. */
const currenciesIn = (exchange: Exchange, on: OperationId): readonly ShownCurrency[] => {
  const body = jsonBody(exchange.response?.body);
  const found: ShownCurrency[] = [];
  findCurrencies(body.ok ? body.value : undefined, '', found);
  if (found.length === 0) return found;
  const shown = shownCurrenciesIn(exchange, on);
  return found.filter(({ where }) => !shown.has(where));
};

/**
 * AMOUNT-02 (R1, Limits): an Amount in a successful answer is in EUR. A field with a row of its own is judged there, and an
 * answer to a faulty call may echo the request (E3).
 */
export const judgeCurrencies = (answered: Answered): readonly Judgement[] => {
  const { exchange, operation, response } = answered;
  if (exchange.intent === 'faulty' || !isAcceptedStatus(response.status)) return [];
  const found = currenciesIn(exchange, operation.id);
  const worst =
    found.find(({ value }) => isForeignCurrency(value)) ??
    found.find(({ value }) => value !== 'EUR') ??
    found[0];
  const base = {
    requirement: 'AMOUNT-02',
    operation: operation.id,
    wanted: 'EUR as the currency of every amount',
    exchanges: [exchange.n],
  } as const;
  const reason = 'specification-silent';
  if (!worst) {
    const got = 'no amount outside the fields that have requirements of their own';
    return [{ ...base, verdict: 'observed', reason, got }];
  }
  const shown = { ...base, got: valueText(worst.value), where: worst.where };
  if (isForeignCurrency(worst.value)) return [{ ...shown, verdict: 'fail' }];
  return worst.value === 'EUR'
    ? [{ ...shown, verdict: 'pass' }]
    : [{ ...shown, verdict: 'observed', reason }];
};
