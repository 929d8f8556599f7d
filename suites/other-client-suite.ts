import { clientProfileOf } from '../client/client-profile.ts';
import { subSeed } from '../generators/sample.ts';
import type { Finding } from '../oracles/finding.ts';
import type { Cell } from '../oracles/ledger.ts';
import type { NamedSuite } from './agendas.ts';
import { conductSuites, type TestEnd } from './conduct-suites.ts';
import { openClientRun } from './other-client/client-run.ts';
import { comparedClients, isSuspicious } from './other-client/compare-clients.ts';
import type { Run } from './run.ts';
import { RunStopped } from './stop.ts';
import type { Suite, TestResult } from './suite.ts';
import type { SuiteName } from './suite-order.ts';

/** Opens these suites of a run. */
type Open = (run: Run, names: readonly SuiteName[]) => readonly NamedSuite[];

/** One cell in so many is asked as another client: together about a tenth of what a certify sends. */
const ONE_IN = 5;

/** Suites whose probes say the same whatever was sent to the line before, so that they may be sent again beside others. */
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

/** The cells that are asked as another client: of a certify some by its seed, of a replay those that such a client left open. */
const chosenCells = ({ plan, cells }: Run): readonly Cell[] => {
  if (!plan.thorough) return [];
  if (plan.probes.length > 0) return plan.probes.some(isOfClients) ? cells : [];
  return cells.filter(
    ({ id, requirement }) =>
      // One read-back alone would send every legal value of its operation.
      !requirement.startsWith('LANDLORD-READBACK-') &&
      subSeed(plan.seed, 'other-client', id) % ONE_IN === 0,
  );
};

/** What a client found of the cells. Throws what a test threw, and RunStopped. */
const askAs = async (
  run: Run,
  open: Open,
  cells: readonly Cell[],
  name: string,
  profile?: ReturnType<typeof clientProfileOf>,
): Promise<readonly Finding[]> => {
  const client = openClientRun(run, cells, name, profile);
  const ends: TestEnd[] = [];
  // They are not announced: whether they are sent again depends on what was answered.
  const suites = open(client.run, SUITES).map((suite) => ({ ...suite, probes: () => [] }));
  await conductSuites(client.run, suites, (_test, end) => ends.push(end));
  const broken = ends.find(({ error }) => error !== undefined);
  if (broken) throw broken.error;
  const stopped = ends.find((end) => end.stopped !== undefined)?.stopped;
  if (stopped !== undefined) throw new RunStopped(stopped);
  return client.found;
};

/** Asks as another client, and, where that leaves something open, with the same data as both clients once more. */
const conduct = async (run: Run, open: Open, cells: readonly Cell[]): Promise<TestResult> => {
  const profile = clientProfileOf(run.plan.seed);
  const first = await askAs(run, open, cells, 'other-client/1', profile);
  if (!isSuspicious(first)) {
    run.write(first);
    return {};
  }
  const own = await askAs(run, open, cells, 'own-client/1');
  const again = await askAs(run, open, cells, 'other-client/2', profile);
  const { userAgent } =
    run.target.userAgent === undefined ? profile : { userAgent: 'another client' };
  const findings = comparedClients(run, { other: [first, again], own, userAgent });
  run.write(findings);
  return { findings };
};

/** The same probes from another client, in a certify: a service that knows the harness by its manners is not certified. */
export const otherClientSuite = (run: Run, open: Open): Suite => {
  const cells = chosenCells(run);
  return {
    probes: () => [],
    tests:
      cells.length === 0
        ? []
        : [
            {
              title: 'Another client is answered alike',
              meta: { feature: 'Other client' },
              conduct: () => conduct(run, open, cells),
            },
          ],
  };
};
