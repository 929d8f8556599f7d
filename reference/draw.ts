/** Draws a random value of a kind, by making it. */
export type Draw = <Drawn>(kind: string, make: () => Drawn) => Drawn;

/** Draws anew each time. */
export const redraw: Draw = (_kind, make) => make();
