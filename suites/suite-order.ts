/** A suite's place: when its tests may run, and what its probes are called. */
interface Place {
  /** No other suite sends anything meanwhile. */
  readonly alone?: true;
  /** Names of its probes. Left out: what it finds rests on what was sent before, so it stays where it is. */
  readonly probes?: RegExp;
}

/**
 * The suites in the order in which they begin: broad before deep, what is stated before what is implied. Ids are compared
 * when all others have created something; odd requests come last, since a service may not survive them.
 */
const SUITES = {
  journeys: { probes: /^journey\// },
  protocol: { probes: /^protocol\/[^/]+\/(?!legal\/)/ },
  contract: { probes: /^contract\// },
  leads: { probes: /^leads\// },
  fields: { probes: /^fields\// },
  'gap-prices': { probes: /^gap-prices\// },
  state: { probes: /^state\// },
  ownership: { probes: /^ownership\// },
  'legal-values': { probes: /^(legal|protocol\/[^/]+\/legal)\// },
  sequences: { probes: /^sequence\// },
  races: { alone: true, probes: /^races\// },
  drafts: { alone: true, probes: /^state\// },
  'unique-ids': { alone: true },
  'last-modified': { alone: true },
  breakdowns: { alone: true },
  observations: { alone: true },
} as const satisfies Readonly<Record<string, Place>>;

/** What a suite is called. */
export type SuiteName = keyof typeof SUITES;

const NAMES = Object.keys(SUITES) as readonly SuiteName[];

/** Whether no other suite may send anything while this one does. */
export const isAlone = (name: SuiteName): boolean => 'alone' in SUITES[name];

/** The names of the suites in the order in which they begin: first those that sent one of these probes, which failed last time. */
export const suitesInOrder = (failed: readonly string[]): readonly SuiteName[] => {
  const rankOf = (name: SuiteName, place: number): number => {
    const { probes }: Place = SUITES[name];
    return failed.some((probe) => probes?.test(probe)) ? place - NAMES.length : place;
  };
  return NAMES.map((name, place) => ({ name, rank: rankOf(name, place) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ name }) => name);
};
