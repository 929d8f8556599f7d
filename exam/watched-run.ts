import { loadTarget, type TargetSource } from '../client/target/load-target.ts';
import type { ResolvedTarget } from '../client/target.ts';
import type { CellVerdict, EvidenceRecord, Finding } from '../oracles/finding.ts';
import { cellId, ledger } from '../oracles/ledger.ts';
import { rollUp } from '../oracles/roll-up.ts';
import { unexplainedIn } from '../oracles/unexplained.ts';
import { startReference } from '../reference/start.ts';
import type { RequirementId } from '../spec/catalogue.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { Line } from '../spec/line.ts';
import type { OperationId } from '../spec/operations.ts';
import { dayOf } from '../store/clock.ts';
import { POLICIES } from '../store/policies.ts';
import { conductRun } from '../suites/conduct-run.ts';
import type { RunPlan } from '../suites/engine/run-plan.ts';
import { openRun, type Run, type Stream, type Streams } from '../suites/engine/run.ts';

/** The service of a watched run, and what is judged of it. */
export interface WatchedOrder {
  readonly lines: readonly Line[];
  readonly requirements?: readonly RequirementId[] | undefined;
  readonly operations?: readonly OperationId[] | undefined;
  readonly dialect?: string | undefined;
  readonly faults?: readonly string[];
  readonly seed: number;
  readonly policy?: keyof typeof POLICIES;
  /** Decisions that its target declares otherwise. */
  readonly decisions?: Readonly<Record<string, unknown>>;
  /** Start of the clock of service and run. Default: the machine's clock. */
  readonly clock?: Date;
}

/** Streams into memory, and a reader of the lines of one. */
const openMemory = () => {
  const texts: Readonly<Record<Stream, string[]>> = {
    probes: [],
    exchanges: [],
    evidence: [],
    findings: [],
    observations: [],
    sequences: [],
    pairs: [],
    contexts: [],
  };
  const of = Object.fromEntries(
    Object.entries(texts).map(([name, own]) => [
      name,
      { append: (lines: string) => void own.push(lines), close: () => undefined },
    ]),
  ) as unknown as Streams['of'];
  const streams: Streams = { of, flush: () => undefined, close: () => undefined };
  const linesOf = (name: Stream): readonly unknown[] =>
    texts[name]
      .join('')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown);
  return { streams, linesOf };
};

const planOf = (
  { requirements, operations, policy = 'gate', lines, seed }: WatchedOrder,
  target: ResolvedTarget,
  [source, ahead]: readonly [source: TargetSource, ahead: number],
): RunPlan => ({
  lines,
  seed,
  ...(requirements ? { requirements } : {}),
  ...(operations ? { operations } : {}),
  ...POLICIES[policy],
  source,
  target,
  today: dayOf(new Date(Date.now() + ahead)),
  ahead,
  runId: 'watched',
  waivers: [],
  probes: [],
  suites: [],
  lastFailures: [],
  failFast: false,
});

/** Runs the suites of a plan in this thread; returns the verdicts. */
const conductPlan = async (
  plan: RunPlan,
  target: ResolvedTarget,
  watch: (run: Run) => Run,
): Promise<readonly CellVerdict[]> => {
  const { streams, linesOf } = openMemory();
  const run = await openRun(
    plan,
    () => streams,
    () => undefined,
  );
  try {
    await conductRun(watch(run), (_test, { error }) => {
      if (error !== undefined) throw error;
    });
  } finally {
    await run.close();
  }
  const cells = ledger(plan, target);
  const found = linesOf('findings') as readonly Finding[];
  const evidence = linesOf('evidence') as readonly EvidenceRecord[];
  const exchanges = linesOf('exchanges') as readonly Exchange[];
  const unexplained = unexplainedIn(exchanges, evidence, found, target).filter((each) =>
    cells.some(({ id }) => id === cellId(each.requirement, each.operation)),
  );
  return rollUp(cells, [...found, ...unexplained]);
};

/**
 * Runs the suites on the reference service, in this thread and without files, so that a test can see which code runs, and change
 * the run by `watch`. Throws the first error of a suite.
 */
export const conductWatched = async (
  order: WatchedOrder,
  watch: (run: Run) => Run = (run) => run,
): Promise<readonly CellVerdict[]> => {
  const { dialect, faults = [], decisions, clock } = order;
  const ahead = clock === undefined ? 0 : clock.getTime() - Date.now();
  const now = (): Date => new Date(Date.now() + ahead);
  const reference = await startReference({ dialect, faults, now });
  try {
    const { target: stated, environment } = reference;
    const document = { ...stated, decisions: { ...Object(stated['decisions']), ...decisions } };
    const source = { document, environment };
    const target = await loadTarget(source);
    return await conductPlan(planOf(order, target, [source, ahead]), target, watch);
  } finally {
    await reference.close();
  }
};
