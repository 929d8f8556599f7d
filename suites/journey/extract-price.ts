import { amountAt, findAt, idAt } from '../../client/target/places.ts';
import { isObject, objectIn } from '../../oracles/answers/json-body.ts';
import { valueAt } from '../../oracles/answers/landlord-draft.ts';
import { resourceIn } from '../../oracles/answers/resource.ts';
import { type PriceOutcome, priceOutcome } from '../../oracles/prices/price-outcome.ts';
import type { Exchange } from '../../spec/exchange.ts';
import {
  amountIn,
  atPointer,
  type FoundAmount,
  PRINTED_AMOUNTS,
} from '../../spec/place-in-answer.ts';
import type { JourneyState } from './state.ts';

const first = <T>(exchanges: readonly Exchange[], find: (exchange: Exchange) => T | undefined) => {
  for (const exchange of exchanges) {
    const found = find(exchange);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The variant in the last write of the draft. */
const variantOf = ({ exchanges, line }: JourneyState): unknown => {
  const writes = [`${line}.draft-create`, `${line}.draft-update`];
  const last = exchanges.findLast(({ operation }) => writes.includes(operation ?? ''));
  return valueAt(objectIn(last?.request.body), '/terms/variant');
};

/** The amount in a printed price shape: of the draft's variant if an entry has its name, else of the first entry (R1, C12). */
const printedAmount = (state: JourneyState, exchange: Exchange): FoundAmount | undefined => {
  const entries = valueAt(resourceIn(exchange), '/prices');
  if (!Array.isArray(entries)) return undefined;
  const variant = variantOf(state);
  const all: readonly unknown[] = entries;
  const entry = all.find((each) => isObject(each) && each['variant'] === variant) ?? all[0];
  for (const pointer of PRINTED_AMOUNTS) {
    const found = amountIn(pointer, atPointer(entry, pointer));
    if (found) return found;
  }
  return undefined;
};

const amountOf = (state: JourneyState, answers: readonly Exchange[]): FoundAmount | undefined => {
  const { gapPrice, prices } = state.run.target;
  const declared = state.line === 'gap' ? gapPrice : prices[state.line].amount;
  if (declared && 'amount' in declared) return { amount: declared.amount, currency: 'EUR' };
  if (declared) return first(answers, (exchange) => amountAt(declared, exchange));
  const usual = 'amount' in gapPrice ? [] : gapPrice;
  return first(answers, (exchange) => printedAmount(state, exchange) ?? amountAt(usual, exchange));
};

const currencyOf = (
  place: string | undefined,
  answers: readonly Exchange[],
): string | undefined => {
  if (place === undefined) return undefined;
  if (!/^(\/|header:)/.test(place)) return place;
  const found = first(answers, (exchange) => findAt([place], exchange));
  return typeof found === 'string' && found !== '' ? found.trim().toUpperCase() : undefined;
};

/** Extracts the id, the amount and the currency of a price request from its answers (P5). */
export const extractPrice = (state: JourneyState, answers: readonly Exchange[]): void => {
  const { id: places, currency: place } = state.run.target.prices[state.line];
  const id = first(answers, (exchange) => idAt(places, exchange));
  const amount = amountOf(state, answers);
  const currency = currencyOf(place, answers);
  state.known = {
    ...state.known,
    price: {
      ...state.known.price,
      ...amount,
      ...(currency === undefined ? {} : { currency }),
      ...(id === undefined ? {} : { id }),
    },
  };
};

/** The outcome of a price request of motor gap; `state` has extracted its answer, and no earlier one. */
export const outcomeOfPrice = (state: JourneyState, answer: Exchange): PriceOutcome => {
  const amount = 'amount' in state.run.target.gapPrice ? 'not-shown' : state.known.price.amount;
  return priceOutcome('gap.price-request', answer, amount);
};
