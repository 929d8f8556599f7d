/** The first of all those that are alike by this name: whatever is the same for them is tried once. */
export const oneOfEach = <T>(all: readonly T[], alike: (each: T) => string): readonly T[] =>
  [...Map.groupBy(all, alike).values()].flatMap((same) => same.slice(0, 1));
