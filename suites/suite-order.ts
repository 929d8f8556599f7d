/**
 * The suites in the order in which they are run, with the names of their probes: broad before deep, what is stated before
 * what is implied. Ids are compared when all others have created something; odd requests come last, since a service may not
 * survive them.
 */
const SUITES = [
  ['journeys', /^journey\//],
  ['protocol', /^protocol\/[^/]+\/(?!legal\/)/],
  ['contract', /^contract\//],
  ['leads', /^leads\//],
  ['fields', /^fields\//],
  ['gap-prices', /^gap-prices\//],
  ['races', /^races\//],
  ['state', /^state\//],
  ['drafts', /^state\//],
  ['ownership', /^ownership\//],
  ['legal-values', /^(legal|protocol\/[^/]+\/legal)\//],
  ['sequences', /^sequence\//],
  // What these find rests on what was sent before: they stay where they are.
  ['unique-ids', undefined],
  ['last-modified', undefined],
  ['breakdowns', undefined],
  ['observations', undefined],
] as const satisfies readonly (readonly [name: string, probes: RegExp | undefined])[];

/** What a suite is called. */
export type SuiteName = (typeof SUITES)[number][0];

/** The names of the suites in the order in which they are run: first those that sent one of these probes, which failed last time. */
export const suitesInOrder = (failed: readonly string[]): readonly SuiteName[] =>
  SUITES.map(([name, probes], place) => ({
    name,
    rank: failed.some((probe) => probes?.test(probe)) ? place - SUITES.length : place,
  }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ name }) => name);
