/** Polling interval in milliseconds. */
const WATCH = 500;

/**
 * Calls `onGone` if npm started this process and the processes between them have died: npm passes signals to a shell,
 * which dies of them alone. Without npm a process may well outlive its parent (nohup). Returns a function that stops
 * watching.
 */
export const watchNpm = (onGone) => {
  if (process.env.npm_lifecycle_event === undefined) return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, WATCH);
  // Watching alone must not keep the process alive.
  timer.unref();
  return () => clearInterval(timer);
};
