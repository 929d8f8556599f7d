import { clientProfileOf } from '../client/http/client-profile.ts';
import { subSeed } from '../generators/sample.ts';
import type { Finding } from '../oracles/finding.ts';
import type { Cell } from '../oracles/ledger.ts';
import { conductPart, type OpenSuites, type Part } from './engine/conduct-part.ts';
import { compareClients, openCells } from './other-client/compare-clients.ts';
import { showsInReadBacks } from '../spec/catalogue.ts';
import type { Run } from './engine/run.ts';
import type { Suite, TestResult } from './engine/suite.ts';
import type { SuiteName } from './engine/suite-order.ts';

/** One cell in so many is repeated as another client, but no more than these: some 4 % of the requests of a certify. */
const SAMPLE = { oneIn: 12, most: 150 } as const;

/** Suites whose probes do not depend on earlier requests to the line, so that they can be repeated concurrently. */
const SUITES: readonly SuiteName[] = [
  'journeys',
  'protocol',
  'contract',
  'leads',
  'gap-prices',
  'ownership',
  'fields',
  'legal-values',
];

const isOfClients = (test: string): boolean => /^(?:other|own)-client\//.test(test);

/** Cells to repeat as another client: for a certify a sample by its seed, for a replay those that such a client left open. */
const chosenCells = ({ plan, cells }: Run): readonly Cell[] => {
  if (!plan.thorough) return [];
  if (plan.probes.length > 0) return plan.probes.some(isOfClients) ? cells : [];
  // One read-back alone would send every legal value of its operation.
  const possible = cells.filter(({ requirement }) => !showsInReadBacks(requirement));
  const number = Math.min(Math.ceil(possible.length / SAMPLE.oneIn), SAMPLE.most);
  const placeOf = ({ id }: Cell): number => subSeed(plan.seed, 'other-client', id);
  return possible.toSorted((a, b) => placeOf(a) - placeOf(b)).slice(0, number);
};

/** Plan without previous failures: tries each probe once, as a gate does. */
const ONCE = { runs: 1, thorough: false, probes: [] } as const;

/** Identity and data of the requests. */
interface Asking extends NonNullable<Part['caller']> {
  readonly seed: number;
}

/** Sends as one client; resolves to its findings on the cells. Throws the error of a test, and RunStopped. */
const askAs = async (
  run: Run,
  open: OpenSuites,
  cells: readonly Cell[],
  { seed, ...caller }: Asking,
): Promise<readonly Finding[]> => {
  const part = { suites: SUITES, cells, plan: { ...ONCE, seed }, caller };
  const found: Finding[] = [];
  await conductPart(run, open, part, (findings) => found.push(...findings));
  return found.filter((each) => run.judges(each.requirement, each.operation));
};

/**
 * Repeats cells as another client. If that leaves a cell open, both clients repeat it with the same data; if neither is
 * answered (a service may treat known data differently), both with their own data.
 */
const conduct = async (run: Run, open: OpenSuites, cells: readonly Cell[]): Promise<TestResult> => {
  const { seed } = run.plan;
  const profile = clientProfileOf(seed);
  const { userAgent } =
    run.target.userAgent === undefined ? profile : { userAgent: 'another client' };
  const askAsOther = (round: number, data: number) =>
    askAs(run, open, cells, { name: `other-client/${round}`, profile, seed: data });
  const askAsOwn = (round: number, data: number) =>
    askAs(run, open, cells, { name: `own-client/${round}`, seed: data });

  const other = [await askAsOther(1, seed)];
  const own: (readonly Finding[])[] = [];
  if (openCells(other.flat()).length > 0) {
    own.push(await askAsOwn(1, seed));
    other.push(await askAsOther(2, seed));
    const rounds = [...other, ...own].map((each) => new Set(openCells(each)));
    if (cells.some(({ id }) => rounds.every((each) => each.has(id)))) {
      own.push(await askAsOwn(2, subSeed(seed, 'own-client', 'fresh')));
      other.push(await askAsOther(3, subSeed(seed, 'other-client', 'fresh')));
    }
  }
  const findings = compareClients(run, { other, own, userAgent });
  run.write(findings);
  return { findings };
};

/** Repeats probes as another client, in a certify: a service that recognises the harness is not certified. */
export const otherClientSuite = (run: Run, open: OpenSuites): Suite => {
  const cells = chosenCells(run);
  return {
    probes: () => [],
    tests:
      cells.length === 0
        ? []
        : [
            {
              title: 'Another client is answered alike',
              conduct: () => conduct(run, open, cells),
            },
          ],
  };
};
