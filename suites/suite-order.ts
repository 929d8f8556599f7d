/**
 * The suites in the order in which they are run: broad before deep, what is stated before what is implied. Ids are compared
 * when all others have created something; odd requests come last, since a service may not survive them.
 */
const SUITES: readonly (readonly [name: string, probes: RegExp | undefined])[] = [
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
];

/** The suites of a module's path, such as `/…/suites/fields.suite.ts`. */
const nameOf = (path: string): string => /([\w-]+)\.suite\.ts$/.exec(path)?.[1] ?? path;

/** The names of the suites, in order. */
export const SUITE_NAMES: readonly string[] = SUITES.map(([name]) => name);

/**
 * The modules in the order in which they are run: first the suites that sent one of these probes, which failed last time.
 * Throws RangeError for a module that has no place.
 */
export const inSuiteOrder = <Module>(
  modules: readonly Module[],
  pathOf: (module: Module) => string,
  failed: readonly string[],
): readonly Module[] => {
  const rankOf = (module: Module): number => {
    const name = nameOf(pathOf(module));
    const place = SUITES.findIndex(([each]) => each === name);
    const probes = SUITES[place]?.[1];
    if (place < 0) throw new RangeError(`${name} has no place among the suites; give it one here`);
    return failed.some((probe) => probes?.test(probe)) ? place - SUITES.length : place;
  };
  return modules.toSorted((a, b) => rankOf(a) - rankOf(b));
};
