import type { JsonObject } from './json.ts';

interface Write {
  /** Milliseconds of a clock that does not jump. */
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
  readonly #writes = new WeakMap<object, Write[]>();

  /** `lag` in milliseconds; 0 is none. */
  constructor(lag: number) {
    this.#lag = lag;
  }

  /** Records a write of a draft or contract, and its previous content. */
  note(thing: object, before?: JsonObject): void {
    if (this.#lag === 0) return;
    this.#writes.set(thing, [...this.#recent(thing), { at: performance.now(), before }]);
  }

  /** The content of a draft or contract as a read sees it; undefined if it sees none yet. */
  contentOf(thing: object & { readonly body: JsonObject }): JsonObject | undefined {
    const [first] = this.#recent(thing);
    return first ? first.before : thing.body;
  }

  #recent(thing: object): readonly Write[] {
    const now = performance.now();
    return (this.#writes.get(thing) ?? []).filter(({ at }) => now - at < this.#lag);
  }
}
