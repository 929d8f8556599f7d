/** The time that the harness takes for now. */
export type Clock = () => Date;

/** Milliseconds since the epoch, of a clock that does not jump and is alike in every thread. */
export const steadyNow = (): number => performance.timeOrigin + performance.now();

/** The clock of the machine, or one that goes on from `start` since `begun`, a moment of `steadyNow`. */
export const clockFrom = (start?: Date, begun = steadyNow()): Clock =>
  start ? () => new Date(start.getTime() + steadyNow() - begun) : () => new Date();

/** The UTC day of a moment, YYYY-MM-DD. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
