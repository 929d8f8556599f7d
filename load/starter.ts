/** The process that started this one, and that it lives for. */
export interface Starter {
  readonly tell: (message: object) => void;
  /** Resolves when it is gone, however it went, or wants this one to end. */
  readonly gone: Promise<void>;
}

/** Listens to the process that forked this one; it may be gone already. */
export const starterOf = (): Starter => ({
  tell: (message) => {
    // Who is gone needs no answer.
    process.send?.(message, undefined, undefined, () => undefined);
  },
  gone: new Promise((resolve) => {
    process.once('disconnect', resolve);
    if (!process.connected) resolve();
  }),
});

/** How such a process is forked: out of reach of a Ctrl-C at the terminal, since its starter needs it to stop in order. */
export const FORKED = { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], detached: true } as const;
