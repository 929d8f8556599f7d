import { shownInstead, type Written } from '../../oracles/state/read-back.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';

/** A journey that writes and reads a landlord draft. */
interface Journey {
  readonly parameters: object;
  readonly written?: Written;
}

/** Maximum number of writes kept; older ones are no longer read. */
const MAX_WRITES = 300;

/** Recent writes of a run to landlord drafts; their owner is the identity of the writing journey. */
export class LandlordWritings {
  readonly #writings: (Written & { readonly owner: object })[] = [];
  readonly #originals = new WeakMap<object, object>();

  #ownerOf(parameters: object): object {
    return this.#originals.get(parameters) ?? parameters;
  }

  /** Records that a copy of a journey's parameters names the same draft. */
  noteCopy(copy: object, original: object): void {
    this.#originals.set(copy, this.#ownerOf(original));
  }

  /** Records a write before its answer: others may read it by then. */
  note(on: OperationId, body: unknown, { parameters }: Journey): void {
    if (on !== 'landlord.draft-create' && on !== 'landlord.draft-update') return;
    // All calls on a draft share one parameters object, which is small.
    const owner = this.#ownerOf(parameters);
    this.#writings.push({ operation: on, exchange: 0, body, owner });
    if (this.#writings.length > MAX_WRITES) this.#writings.shift();
  }

  /** All writes to the draft of a journey, from its creation on; undefined if older ones are no longer known. */
  allOf({ parameters }: Pick<Journey, 'parameters'>): readonly Written[] | undefined {
    const all = this.#writings
      .filter(({ owner }) => owner === this.#ownerOf(parameters))
      .map(({ owner: _owner, ...written }) => written);
    return all[0]?.operation === 'landlord.draft-create' ? all : undefined;
  }

  /** Content of another draft that a read shows instead of its own; not if an earlier content of its own is the same. */
  shownInstead({ written, parameters }: Journey, read: Exchange): Written | undefined {
    const { own = [], others = [] } = Object.groupBy(this.#writings, ({ owner }) =>
      owner === this.#ownerOf(parameters) ? 'own' : 'others',
    );
    if (!written || shownInstead(written, read, own)) return undefined;
    return shownInstead(written, read, others);
  }
}
