/** Serialises asynchronous work on one key. */
export class Locks {
  readonly #tails = new Map<string, Promise<void>>();

  /** Runs `work` once all earlier work on `key` has settled, and settles as it does. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#tails.get(key) ?? Promise.resolve()).then(work);
    const ended = (): void => undefined;
    const tail = turn.then(ended, ended);
    this.#tails.set(key, tail);
    try {
      return await turn;
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }
}
