/** What is said of a suite before it sends anything. */
interface Order {
  /** How the names of its probes begin; left out where what it finds rests on what was sent before: it stays where it is. */
  readonly probes?: RegExp;
  /** Whether nothing else may be sent meanwhile. */
  readonly alone?: true;
}

/**
 * The suites in the order in which they are begun: broad before deep, what is stated before what is implied, and long chains
 * of calls before short ones. What a service mixes up is told by the order of calls (D13): such suites are alone. Ids are
 * compared when all others have created something; odd requests come last, since a service may not survive them.
 */
const SUITES = {
  journeys: { probes: /^journey\// },
  protocol: { probes: /^protocol\/[^/]+\/(?!legal\/)/ },
  contract: { probes: /^contract\// },
  leads: { probes: /^leads\// },
  'gap-prices': { probes: /^gap-prices\// },
  ownership: { probes: /^ownership\// },
  fields: { probes: /^fields\// },
  'legal-values': { probes: /^(legal|protocol\/[^/]+\/legal)\// },
  races: { probes: /^races\//, alone: true },
  state: { probes: /^state\//, alone: true },
  drafts: { probes: /^state\//, alone: true },
  sequences: { probes: /^sequence\//, alone: true },
  'unique-ids': { alone: true },
  'last-modified': { alone: true },
  breakdowns: { alone: true },
  observations: { alone: true },
} as const satisfies Readonly<Record<string, Order>>;

/** What a suite is called. */
export type SuiteName = keyof typeof SUITES;

const NAMES = Object.keys(SUITES) as SuiteName[];

/** Whether nothing else may be sent while a suite is conducted. */
export const isAlone = (name: SuiteName): boolean => 'alone' in SUITES[name];

/** Whether a suite sent one of these probes, which failed last time. */
export const failedLast = (name: SuiteName, failed: readonly string[]): boolean => {
  const { probes }: Order = SUITES[name];
  return probes !== undefined && failed.some((probe) => probes.test(probe));
};

/** The names of the suites in the order in which they are run: first those that sent one of these probes, which failed last time. */
export const suitesInOrder = (failed: readonly string[]): readonly SuiteName[] =>
  NAMES.toSorted((a, b) => Number(failedLast(b, failed)) - Number(failedLast(a, failed)));
