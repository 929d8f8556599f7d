import {
  type Agenda,
  agendasOf,
  type Batch,
  batchesOf,
  type Item,
  type NamedSuite,
  openWorkshop,
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
 * Verdicts of a test's own findings, cell by cell, by the roll-up of the run: what explains a fail there explains it here. Cells
 * that were not selected are left out.
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

/** True if a test's findings prove a fail. */
const hasFailed = (run: Run, findings: readonly Finding[]): boolean =>
  testVerdicts(run, findings).some(({ verdict }) => verdict === 'fail');

const digest = (text: string): string => hash('sha256', text, 'hex').slice(0, 16);

/** Context that data are drawn for, beside their seed: the run's day, and what the target says about data. */
const contextOf = (run: Run): string => JSON.stringify(run.generators);

/** Milliseconds of drawing, after which answers that came meanwhile are looked at first. */
const SLICE = 10;

const recordOf = (context: string, { name, data }: AnnouncedProbe): string => {
  const record: ProbeRecord = {
    probe: name,
    data: digest(`${context}\n${JSON.stringify(data)}`),
  };
  return `${JSON.stringify(record)}\n`;
};

/**
 * Hands to `probes.jsonl` which probes are to be sent: before any of them is sent, so that neither the service's answers
 * nor the end of a run that was stopped change anything, and without an order. Many are drawn a few at a time, so that what
 * is under way goes on.
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

/** End of a test: with a result, unfinished since the run was stopped, or with an error of the harness. */
export interface TestEnd {
  readonly result?: TestResult;
  /** Reason for which the run was stopped before the test could end, or by it. */
  readonly stopped?: string;
  readonly error?: unknown;
}

/**
 * Tests that are under way where so many requests may be: many wait for what another test has asked for. They begin when there
 * is room for their requests, so more of them make nothing wait.
 */
const testsAtOnce = (requests: number): number => Math.max(32, 4 * requests);

/** The end of a test whose exchanges and findings are written: what could not be written is an error of this test. */
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
  // A run that somebody stopped early has seen too little to say what a service always does.
  const isJudged = test.judgesWhatWasSeen === true && stop.isGivenUp();
  if (before !== undefined && !isJudged) return written(run, { stopped: before });
  try {
    const result = await test.conduct();
    return written(run, before === undefined ? { result } : { result, stopped: before });
  } catch (error) {
    const isStopped = error instanceof RunStopped;
    return written(run, isStopped ? { stopped: error.message } : { error });
  }
};

/** Announces the probes of suites, in the background or when they are asked for, each suite once. */
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

/** Conducts what is on an agenda: what is alone on its line at once, anything else in its turn. */
const conductAgenda = async (
  agenda: Agenda,
  inTurn: (item: Item) => Promise<void>,
  atOnce: (item: Item) => Promise<void>,
): Promise<void> => {
  for (const { items, isAlone } of agenda) await Promise.all(items.map(isAlone ? atOnce : inTurn));
};

/**
 * Conducts suites in their order, their tests side by side as far as the target allows, and tells how each ended. Suites
 * overlap but for those that say otherwise. The probes of a suite are announced before its first test, whether or not the run
 * was stopped by then.
 */
export const conductSuites = async (
  run: Run,
  suites: readonly NamedSuite[],
  tell: (test: SuiteTest, end: TestEnd) => void,
): Promise<void> => {
  const { target, plan, stop, client } = run;
  // Once the run was stopped nothing waits: its tests end at once.
  const room = async (): Promise<void> => unlessStopped(() => client.room());
  const workshop = openWorkshop(testsAtOnce(target.limits.concurrency), room);
  const conduct = async (test: SuiteTest): Promise<void> => {
    const end = await conductOne(test, run);
    if (!plan.failFast || !hasFailed(run, end.result?.findings ?? [])) return tell(test, end);
    const stopped = 'stopped after the first fail (--fail-fast)';
    stop.stop(stopped);
    tell(test, { ...end, stopped });
  };
  const mayEndEarly = plan.failFast || plan.maxTime !== undefined;
  for (const batch of batchesOf(suites)) {
    const announced = announcementsOf(run, batch);
    const begin = async ({ suite, test }: Item): Promise<void> => {
      await announced.of(suite);
      await conduct(test);
    };
    const inTurn = (item: Item): Promise<void> => workshop(item.rank, () => begin(item));
    const agendas = agendasOf(batch, mayEndEarly);
    await Promise.all([
      announced.all,
      ...agendas.map((agenda) => conductAgenda(agenda, inTurn, begin)),
    ]);
    for (const { tests } of batch) for (const test of tests) if (test.isLast) await conduct(test);
  }
  // An answer may have come since the last test ended.
  run.flush();
};
