import { isAccepted } from '../../oracles/answers/answer-form.ts';
import { headerOf } from '../../oracles/answers/json-body.ts';
import type { Exchange } from '../../spec/exchange.ts';

/** The motor gap draft in the path of a contract request. */
const DRAFT = /\/motor\/gap\/drafts\/([^/?#]+)\//;

/** All that an answer can name its contract by. */
const nameIn = (exchange: Exchange): string =>
  JSON.stringify([headerOf(exchange, 'location'), exchange.response?.body.text]);

/** Accepted contract requests of a run's motor gap drafts, whatever they were sent for. */
export class ContractAnswers {
  readonly #accepted = new Map<string, Exchange[]>();

  /** Records an answer; only accepted contract requests count. */
  note(exchange: Exchange): void {
    const id = DRAFT.exec(exchange.request.url)?.[1];
    const isContract = exchange.operation === 'gap.contract-create' && isAccepted(exchange);
    if (id === undefined || !isContract) return;
    this.#accepted.set(id, [...(this.#accepted.get(id) ?? []), exchange]);
  }

  /** The requests of each draft whose answers differ, in order. */
  differing(): readonly (readonly Exchange[])[] {
    return [...this.#accepted.values()].filter((each) => new Set(each.map(nameIn)).size > 1);
  }
}
