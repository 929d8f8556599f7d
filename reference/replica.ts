import type { JsonObject } from './json.ts';

interface Write {
  /** Milliseconds of a clock that does not jump. */
  readonly at: number;
  /** What was there before; undefined if nothing was. */
  readonly before: JsonObject | undefined;
}

/** What reads see of drafts and contracts where they lag behind the writes (D2, D3, K1); everything else sees all at once. */
export class Replica {
  readonly #lag: number;
  readonly #writes = new WeakMap<object, Write[]>();

  /** `lag` in milliseconds; 0 is none. */
  constructor(lag: number) {
    this.#lag = lag;
  }

  /** Notes that a draft or contract was written, and what its content was before. */
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
