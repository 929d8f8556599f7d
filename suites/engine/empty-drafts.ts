import type { Line } from '../../spec/line.ts';

/** Bodies of empty drafts. */
export class EmptyDrafts {
  readonly #oneDraft = new Set<Line>();
  #phones = 0;

  /** Records that equal bodies make one draft on a line (D11): all tests that start with an empty draft would share it. */
  noteSharedDraft(line: Line): void {
    this.#oneDraft.add(line);
  }

  /** The lines on which equal bodies make one draft. */
  get sharedDraftLines(): readonly Line[] {
    return [...this.#oneDraft];
  }

  /** An empty body, or one with a unique telephone number if all empty bodies make one draft. */
  bodyOn(line: Line): object {
    if (!this.#oneDraft.has(line)) return {};
    this.#phones += 1;
    return { policyholder: { contact: { phone: `+32 2 ${1_000_000 + this.#phones}` } } };
  }

  /** The body of motor gap's creation, unless the target declares it. */
  gapBody(): object | undefined {
    return this.#oneDraft.has('gap') ? this.bodyOn('gap') : undefined;
  }
}
