/** The first of each group with the same key, so that shared code is tested once. */
export const oneOfEach = <T>(all: readonly T[], alike: (each: T) => string): readonly T[] =>
  [...Map.groupBy(all, alike).values()].flatMap((same) => same.slice(0, 1));
