/** What the harness takes for now. */
export type Clock = () => Date;

/** The clock of the machine, or one that goes on from the given moment. */
export const clockFrom = (start?: Date): Clock => {
  if (!start) return () => new Date();
  const begun = performance.now();
  return () => new Date(start.getTime() + performance.now() - begun);
};

/** The UTC day of a moment, YYYY-MM-DD. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
