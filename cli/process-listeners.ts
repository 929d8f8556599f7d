const EVENTS = ['SIGINT', 'SIGTERM', 'exit', 'unhandledRejection', 'uncaughtException'] as const;

const listenersOf = (event: string): readonly ((...args: unknown[]) => void)[] =>
  process.listeners(event as 'exit') as ((...args: unknown[]) => void)[];

/**
 * Remembers who listens to the ends of this process; the returned function takes away whoever has come since. Vitest ends
 * the process by itself at the first signal, with a code of its own.
 */
export const keepProcessListeners = (): (() => void) => {
  const known = new Map(EVENTS.map((event) => [event, new Set(listenersOf(event))]));
  return () => {
    for (const [event, before] of known)
      for (const listener of listenersOf(event))
        if (!before.has(listener)) process.off(event, listener);
  };
};
