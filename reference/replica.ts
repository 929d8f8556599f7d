import type { Choices } from './choices.ts';
import type { JsonObject } from './json.ts';

interface Write {
  /** Milliseconds of a monotonic clock. */
  readonly at: number;
  /** Content before the write; undefined if there was none. */
  readonly before: JsonObject | undefined;
}

/**
 * Contents of drafts and contracts as seen by reads if they lag behind the writes (D2, D3, K1); everything else sees writes
 * immediately.
 */
export class Replica {
  readonly #lag: number;
  readonly #staleReads: Choices['staleReads'];
  readonly #reads = new WeakMap<object, number>();
  readonly #writes = new WeakMap<object, Write[]>();

  /** `lag` in milliseconds, 0 is none; `staleReads`: the reads that lag. */
  constructor(lag: number, staleReads: Choices['staleReads'] = 'all') {
    this.#lag = lag;
    this.#staleReads = staleReads;
  }

  /** Records a write of a draft or contract, and its previous content. */
  note(thing: object, before?: JsonObject): void {
    if (this.#lag === 0) return;
    this.#writes.set(thing, [...this.#recent(thing), { at: performance.now(), before }]);
  }

  /** The content of a draft or contract as a read sees it; undefined if it sees none yet. */
  contentOf(thing: object & { readonly body: JsonObject }): JsonObject | undefined {
    const [first] = this.#recent(thing);
    return first && this.#isStale(thing) ? first.before : thing.body;
  }

  /** Counts a read; true for all, or for every second one of an object. */
  #isStale(thing: object): boolean {
    const reads = (this.#reads.get(thing) ?? 0) + 1;
    this.#reads.set(thing, reads);
    return this.#staleReads === 'all' || reads % 2 === 0;
  }

  #recent(thing: object): readonly Write[] {
    const now = performance.now();
    return (this.#writes.get(thing) ?? []).filter(({ at }) => now - at < this.#lag);
  }
}
