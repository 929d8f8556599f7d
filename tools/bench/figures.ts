import type { Taken } from './measured-program.ts';

/** The middle one; of an even number the higher of the two. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Medians of what a program took in several rounds, and its requests, as cells of a row. */
export const cellsOf = (rounds: readonly (Taken & { readonly requests: number })[]): string[] => {
  const middle = (of: (one: Taken & { readonly requests: number }) => number) =>
    median(rounds.map(of));
  return [
    `${middle(({ wall }) => wall).toFixed(1)} s`,
    `${middle(({ cpu }) => cpu).toFixed(1)} s`,
    `${(middle(({ memory }) => memory) / 2 ** 20).toFixed(0)} MB`,
    String(middle(({ requests }) => requests)),
  ];
};
