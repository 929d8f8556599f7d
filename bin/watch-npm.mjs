/** Milliseconds between two looks. */
const WATCH = 500;

/**
 * Calls `onGone` where npm started this process and what stands between them is gone: npm passes signals to a shell, which
 * dies of them alone. Started otherwise, a process may well outlive its parent (nohup). Returns the function that ends it.
 */
export const watchNpm = (onGone) => {
  if (process.env.npm_lifecycle_event === undefined) return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, WATCH);
  // Whoever waits for nothing else ends.
  timer.unref();
  return () => clearInterval(timer);
};
