import { isAccepted, isRefused } from '../../oracles/answers/answer-form.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { changedIn, type ProbeContext } from '../contexts/context.ts';

/** Maximum number of contexts to look at again. */
const MAX_CONTEXTS = 3;

/** Contexts in which a motor gap draft refused a price after it had one: several price requests are legal (R6). */
export class RefusedPrices {
  readonly #contexts: ProbeContext[] = [];

  /** Records the answer to a price request; `before`: the other calls of its journey. */
  note(exchange: Exchange, before: readonly Exchange[], context: ProbeContext): void {
    const isPriced = before.some(
      (each) => each.operation === exchange.operation && isAccepted(each),
    );
    if (exchange.operation !== 'gap.price-request' || !isRefused(exchange) || !isPriced) return;
    const usesOf = (each: ProbeContext): string => changedIn(each).join(' ');
    const isKnown = this.#contexts.some((each) => usesOf(each) === usesOf(context));
    if (!isKnown && this.#contexts.length < MAX_CONTEXTS) this.#contexts.push(context);
  }

  /** The contexts, oldest first. */
  contexts(): readonly ProbeContext[] {
    return this.#contexts;
  }
}
