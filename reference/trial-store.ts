import { type Contract, type Draft, type Id, Store } from './store.ts';
import type { Line } from '../spec/line.ts';

/** A copy-on-read store for trying a call without side effects: new objects stay here. */
export class TrialStore extends Store {
  readonly #original: Store;
  readonly #touched: Draft[] = [];

  constructor(original: Store) {
    super();
    this.#original = original;
  }

  /** The drafts that the call read or added, in their resulting state. */
  get touched(): readonly Draft[] {
    return this.#touched;
  }

  override draft(line: Line, id: Id): Draft | undefined {
    const own = super.draft(line, id);
    if (own) return own;
    const original = this.#original.draft(line, id);
    if (!original) return undefined;
    const copy = structuredClone(original);
    this.addDraft(copy);
    return copy;
  }

  override contract(line: Line, id: Id): Contract | undefined {
    return super.contract(line, id) ?? this.#original.contract(line, id);
  }

  override created(creation: string): Draft | undefined {
    const own = super.created(creation);
    if (own) return own;
    const original = this.#original.created(creation);
    return original && this.draft(original.line, original.id);
  }

  override addDraft(draft: Draft, creation?: string): void {
    this.#touched.push(draft);
    super.addDraft(draft, creation);
  }
}
