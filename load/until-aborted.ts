/** Awaits a promise, or resolves to undefined once the signal is aborted; a later result is ignored. */
export const untilAborted = async <Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result | undefined> => {
  if (!signal) return work;
  const stopped = Promise.withResolvers<undefined>();
  const stop = (): void => stopped.resolve(undefined);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  work.catch(() => undefined);
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};
