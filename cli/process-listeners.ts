const EVENTS: ReadonlySet<string | symbol> = new Set([
  'SIGINT',
  'SIGTERM',
  'exit',
  'unhandledRejection',
  'uncaughtException',
]);

type Listener = (...args: unknown[]) => void;

/**
 * Lets nobody else listen to the ends of this process until the returned function is called. Vitest ends the process by itself
 * at the first signal, with a code of its own. It listens long before it first tells a reporter anything, so whoever comes is
 * sent away before the next event can be heard, not at the end.
 */
export const keepProcessListeners = (): (() => void) => {
  const sendAway = (event: string | symbol, listener: Listener): void => {
    // It is told before the listener is there.
    if (EVENTS.has(event)) process.nextTick(() => process.off(event, listener));
  };
  process.on('newListener', sendAway);
  return () => process.off('newListener', sendAway);
};
