import {
  type Schedule,
  schedulesOf,
  type Batch,
  batchesOf,
  type Item,
  type NamedSuite,
  openPriorityPool,
} from './schedule.ts';
import type { SuiteTest, TestResult, AnnouncedProbe } from './suite.ts';
import { RunStopped, unlessStopped } from './stop.ts';
import type { Run } from './run.ts';
import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProbeRecord } from '../../oracles/evidence/evidence-records.ts';
import { waiveVerdict } from '../../oracles/waive.ts';
import type { CellVerdict, Finding } from '../../oracles/finding.ts';
import { cellId } from '../../oracles/ledger.ts';
import { rollUp } from '../../oracles/roll-up.ts';

/**
 * Verdicts of a test's own findings, cell by cell, by the roll-up of the run, so that explanations of a fail apply here as
 * well. Unselected cells are omitted.
 */
const testVerdicts = (run: Run, findings: readonly Finding[]): readonly CellVerdict[] => {
  const selected = findings.filter((each) => run.judges(each.requirement, each.operation));
  const cells = new Map(
    selected.map(({ requirement, operation: on }) => {
      const id = cellId(requirement, on);
      return [id, { id, requirement, operation: on }];
    }),
  );
  // The waivers of the plan are those in force.
  return rollUp([...cells.values()], selected, (verdict) =>
    waiveVerdict(verdict, run.plan.waivers, ''),
  );
};

/** Ids of the cells whose fail a test's findings prove. */
export const failedCells = (run: Run, findings: readonly Finding[]): readonly string[] =>
  findings.some(({ verdict }) => verdict === 'fail')
    ? testVerdicts(run, findings).flatMap(({ cell, verdict }) => (verdict === 'fail' ? cell : []))
    : [];

const hasFailed = (run: Run, findings: readonly Finding[]): boolean =>
  failedCells(run, findings).length > 0;

const digest = (text: string): string => hash('sha256', text, 'hex').slice(0, 16);

/** Context of generated data, beside the seed: the run's day, and the target's declarations about data. */
const contextOf = (run: Run): string => JSON.stringify(run.generators);

/** Milliseconds of data generation before pending answers are processed. */
const SLICE = 10;

const recordOf = (context: string, { name, data }: AnnouncedProbe): string => {
  const record: ProbeRecord = {
    probe: name,
    data: digest(`${context}\n${JSON.stringify(data)}`),
  };
  return `${JSON.stringify(record)}\n`;
};

/**
 * Appends the planned probes to `probes.jsonl` before any of them is sent: neither the service's answers nor an early end of
 * the run may affect the list. The order is undefined. Probes are generated in small batches, to keep the event loop free.
 */
const announce = async (run: Run, probes: Iterable<AnnouncedProbe>): Promise<void> => {
  const context = contextOf(run);
  let lines: string[] = [];
  const write = (): void => {
    run.append('probes', lines.join(''));
    lines = [];
  };
  let begun = performance.now();
  for (const probe of probes) {
    lines.push(recordOf(context, probe));
    if (performance.now() - begun < SLICE) continue;
    write();
    await nextTurn();
    begun = performance.now();
  }
  write();
};

/** End of a test: with a result, unfinished because the run was stopped, or with an error of the harness. */
export interface TestEnd {
  readonly result?: TestResult;
  /** Reason why the run was stopped, by the test or before its end. */
  readonly stopped?: string;
  readonly error?: unknown;
}

/**
 * Number of concurrent tests for a number of concurrent requests. Tests wait for each other's requests and start as request
 * slots become free, so a higher number delays nothing.
 */
const testsAtOnce = (requests: number): number => Math.max(32, 4 * requests);

/** The end of a test once its exchanges and findings are written; a failed write is an error of the test. */
const written = ({ flush }: Run, end: TestEnd): TestEnd => {
  try {
    flush();
    return end;
  } catch (error) {
    return end.error === undefined ? { error } : end;
  }
};

const conductOne = async (test: SuiteTest, run: Run): Promise<TestEnd> => {
  const { stop } = run;
  const before = stop.reason();
  // A stopped run has too few answers for a statement about every answer of a service.
  const isJudged = test.judgesStoppedRun === true && stop.isGivenUp();
  if (before !== undefined && !isJudged) return written(run, { stopped: before });
  try {
    const result = await test.conduct();
    return written(run, before === undefined ? { result } : { result, stopped: before });
  } catch (error) {
    const isStopped = error instanceof RunStopped;
    return written(run, isStopped ? { stopped: error.message } : { error });
  }
};

/** Announces the probes of suites, in the background or on demand, each suite once. */
const announcementsOf = (
  run: Run,
  batch: Batch,
): { readonly of: (suite: NamedSuite) => Promise<void>; readonly all: Promise<void> } => {
  const begun = new Map<NamedSuite, Promise<void>>();
  const of = (suite: NamedSuite): Promise<void> => {
    const known = begun.get(suite) ?? announce(run, suite.probes());
    begun.set(suite, known);
    return known;
  };
  const inOrder = async (): Promise<void> => {
    for (const suite of batch) await of(suite);
  };
  return { of, all: inOrder() };
};

/** Runs a schedule: items that need exclusive use of the line immediately, all others in their turn. */
const conductSchedule = async (
  schedule: Schedule,
  inTurn: (item: Item) => Promise<void>,
  atOnce: (item: Item) => Promise<void>,
): Promise<void> => {
  for (const { items, isExclusive } of schedule)
    await Promise.all(items.map(isExclusive ? atOnce : inTurn));
};

/**
 * Conducts suites in order, with as many concurrent tests as the target allows, and reports the end of each test. Suites
 * overlap unless they require exclusive use. The probes of a suite are announced before its first test, even in a stopped run.
 */
export const conductSuites = async (
  run: Run,
  suites: readonly NamedSuite[],
  tell: (test: SuiteTest, end: TestEnd) => void,
): Promise<void> => {
  const { target, plan, stop, client } = run;
  // In a stopped run nothing waits: its tests end immediately.
  const room = async (): Promise<void> => unlessStopped(() => client.room());
  const pool = openPriorityPool(testsAtOnce(target.limits.concurrency), room);
  const conduct = async (test: SuiteTest): Promise<void> => {
    const end = await conductOne(test, run);
    if (!plan.failFast || !hasFailed(run, end.result?.findings ?? [])) return tell(test, end);
    const stopped = 'stopped after the first fail (--fail-fast)';
    stop.stop(stopped);
    tell(test, { ...end, stopped });
  };
  const mayEndEarly = plan.failFast || plan.maxTime !== undefined;
  const batches = batchesOf(suites);
  // The few probes behind all others are announced after these.
  const main = batches.findLast(([first]) => first?.alone !== 'behind-all') ?? batches.at(-1);
  for (const batch of batches) {
    const announced = announcementsOf(run, batch);
    if (batch === main)
      void announced.all.then(
        () => run.planned(),
        () => undefined,
      );
    const begin = async ({ suite, test }: Item): Promise<void> => {
      await announced.of(suite);
      await conduct(test);
    };
    const inTurn = (item: Item): Promise<void> => pool(item.rank, () => begin(item));
    const schedules = schedulesOf(batch, mayEndEarly);
    await Promise.all([
      announced.all,
      ...schedules.map((schedule) => conductSchedule(schedule, inTurn, begin)),
    ]);
    for (const { tests } of batch) for (const test of tests) if (test.isLast) await conduct(test);
  }
  // An answer may have arrived since the last test ended.
  run.flush();
};
