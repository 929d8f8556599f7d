import { requirementOf, type RequirementId } from '../../spec/catalogue.ts';
import type { SuiteTest } from './suite.ts';

/**
 * Constraint on the concurrency of a suite: alone on its line, or only after everything before it has ended. Left out: none.
 */
export type Exclusivity = 'on-its-line' | 'behind-all';

/** Place of a suite among the others. */
interface Order {
  /** Prefix of the names of its probes; left out if its findings depend on earlier requests, so that its place is fixed. */
  readonly probes?: RegExp;
  readonly alone?: Exclusivity;
  /** Approximate number of consecutive calls on a line: of all its tests, or of each test if they run one at a time. */
  readonly length?: number;
}

/**
 * Suites in the order in which they start: broad before deep, stated before implied, long chains of calls before short ones.
 * Mix-ups of the service are detected by the order of calls (D13), so nothing else is sent to the line meanwhile. Ids are
 * compared once all other suites have created objects; only then are other lines asked for them (D12). Odd requests come last,
 * since a service may not survive them.
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
  state: { probes: /^state\/(?!foreign-id\/)/, alone: 'on-its-line', length: 15 },
  drafts: { probes: /^state\/(?!foreign-id\/)/, alone: 'on-its-line', length: 10 },
  sequences: { probes: /^sequence\//, alone: 'on-its-line', length: 30 },
  races: { probes: /^races\//, alone: 'on-its-line', length: 10 },
  'unique-ids': { alone: 'behind-all' },
  'last-modified': { alone: 'behind-all' },
  breakdowns: { alone: 'behind-all' },
  'other-client': { probes: /^(other|own)-client\//, alone: 'behind-all' },
  'repeated-sightings': { alone: 'behind-all' },
  'foreign-ids': { probes: /^state\/foreign-id\// },
  observations: {},
} as const satisfies Readonly<Record<string, Order>>;

/** Name of a suite. */
export type SuiteName = keyof typeof SUITES;

const NAMES = Object.keys(SUITES) as SuiteName[];

/** Constraint on the concurrency of a suite. */
export const exclusivityOf = (name: SuiteName): Exclusivity | undefined => {
  const { alone }: Order = SUITES[name];
  return alone;
};

/** Approximate number of consecutive calls of a suite on a line. */
export const chainLength = (name: SuiteName | undefined): number => {
  const { length = 0 }: Order = name === undefined ? {} : SUITES[name];
  return length;
};

/** True if a suite sends one of these probes. */
export const sendsAny = (name: SuiteName, sent: readonly string[]): boolean => {
  const { probes }: Order = SUITES[name];
  return probes !== undefined && sent.some((probe) => probes.test(probe));
};

/** Names of the suites in order; first those that sent one of these failed probes of the previous run. */
export const suitesInOrder = (failed: readonly string[]): readonly SuiteName[] =>
  NAMES.toSorted((a, b) => Number(sendsAny(b, failed)) - Number(sendsAny(a, failed)));

/** A cell that failed when it was last judged on the same target, and the probe that showed it. */
export interface LastFailure {
  readonly requirement: RequirementId;
  readonly line: string;
  /** Such as `journey/gap/3`. */
  readonly test?: string;
}

const rankOf = (
  { requirement, line, probes = [] }: SuiteTest,
  failures: readonly LastFailure[],
): number => {
  const hasFailedLast = failures.some(
    (failure) =>
      (failure.requirement === requirement && failure.line === line) ||
      probes.some((name) => failure.test === name || failure.test?.startsWith(`${name}/`)),
  );
  if (hasFailedLast) return 0;
  return requirement !== undefined && requirementOf(requirement).level === 'implied' ? 2 : 1;
};

/**
 * Sorts tests by the likelihood of a finding: failed in the previous run, then stated by the specification, then implied;
 * stable otherwise. Only the order depends on the previous run, never a verdict.
 */
export const failedFirst = (
  tests: readonly SuiteTest[],
  failures: readonly LastFailure[],
): readonly SuiteTest[] => tests.toSorted((a, b) => rankOf(a, failures) - rankOf(b, failures));
