/** Source of the current time. */
export type Clock = () => Date;

/** Milliseconds since the epoch from a monotonic clock, comparable across threads. */
export const steadyNow = (): number => performance.timeOrigin + performance.now();

/** The machine's clock, or one that has shown `start` at `begun`, a time of `steadyNow`. */
export const clockFrom = (start?: Date, begun = steadyNow()): Clock =>
  start ? () => new Date(start.getTime() + steadyNow() - begun) : () => new Date();

/** UTC day of a time, YYYY-MM-DD. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
