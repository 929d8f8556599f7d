import { isAccepted, isRefused } from '../../oracles/answers/answer-form.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { isTransportStatus } from '../../spec/transport-statuses.ts';
import { contextValues, takeComplementary } from '../contexts/complementary.ts';
import type { ProbeContext } from '../contexts/context.ts';

/** Number of contexts to look at again. */
const CONTEXTS = 3;

/** Contexts in which a motor gap draft refused a price after it had one: several price requests are legal (R6). */
export class RefusedPrices {
  readonly #noted = new Map<string, ProbeContext>();

  /** Records the answer to a price request; `before`: the earlier calls of its journey. */
  note(exchange: Exchange, before: readonly Exchange[], context: ProbeContext): void {
    const { operation: on, response } = exchange;
    // A service may close a draft once it has a contract (S18).
    if (on !== 'gap.price-request' || context.contract === 'made') return;
    const isPriced = before.some((each) => each.operation === on && isAccepted(each));
    if (!isPriced || !isRefused(exchange) || isTransportStatus(response?.status ?? 0)) return;
    this.#noted.set(JSON.stringify(context), context);
  }

  /** A few of the contexts, which have as many different values as possible, whatever the order in which they were recorded. */
  contexts(): readonly ProbeContext[] {
    const left = new Map([...this.#noted].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const met = new Set<string>();
    const taken: ProbeContext[] = [];
    while (taken.length < CONTEXTS && left.size > 0) {
      const next = takeComplementary([...left.values()], contextValues, [met]);
      left.delete(JSON.stringify(next));
      taken.push(next);
    }
    return taken;
  }
}
