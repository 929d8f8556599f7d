import { loadTarget } from '../client/target/load-target.ts';
import { createRedactor, type Redactor } from '../client/secrets/redactor.ts';
import type { ResolvedTarget } from '../client/target.ts';
import { type Cell, ledger } from '../oracles/ledger.ts';
import { writeJsonLines } from '../store/json-lines.ts';
import {
  createRunFolder,
  latestName,
  removeRunFolder,
  type RunFolder,
  streamsIn,
} from '../store/run-folder.ts';
import { type RunStart, writeRunRecord } from '../store/run-record.ts';
import type { RunPlan } from '../suites/engine/run-plan.ts';
import { appliesTo } from '../oracles/waive.ts';
import { daysOfObservation, observedAdditions } from './additions.ts';
import { earlierRuns, lastFailures } from './past-runs.ts';
import { dayOf } from '../store/clock.ts';
import { planOf, type ResolvedOrder, seeded, type SeededOrder } from './run-order.ts';
import { identityOf, type Subject } from './target-source.ts';
import { thisProcess } from '../store/conducting-process.ts';
import { environmentOf } from '../store/public-target.ts';
import { UsageError } from '../client/usage-error.ts';
import type { Scope } from '../oracles/facts.ts';
import { requirementOf } from '../spec/catalogue.ts';

/** Error for a selection without a cell that applies to the target: a run that judged nothing must not end as conformant. */
export const nothingAppliesError = (cells: readonly Cell[]): UsageError => {
  const reasons = new Set(cells.map(({ notApplicable }) => notApplicable?.text));
  return new UsageError(
    `nothing in the selection applies to this target: ${[...reasons].join('; ')}`,
  );
};

/** Error for a selection without cells, with a suggestion. */
export const nothingToJudgeError = ({ lines, requirements = [] }: Scope): UsageError => {
  const [only] = requirements;
  if (only === undefined || requirements.length > 1) {
    return new UsageError(
      'the selection is empty: no cell has such a requirement, operation and line; assay list --requirement … shows the choices',
    );
  }
  const { notObservable, operations } = requirementOf(only);
  if (notObservable !== undefined) {
    return new UsageError(`${only} cannot be observed: ${notObservable}`);
  }
  return new UsageError(
    `${only} has no cell in the selection (lines: ${lines.join(', ')}); it applies to ${operations.join(', ')}`,
  );
};

/** Initial content of run.json, so that a killed run can be read. */
const runStartOf = (
  { order, startedAt, waivers }: ResolvedOrder,
  subject: Subject,
  target: ResolvedTarget,
  { seed, today, lines, runs, thorough }: RunPlan,
): RunStart => ({
  state: 'running',
  process: thisProcess(),
  command: order.command,
  assay: order.version,
  node: process.version,
  k6: null,
  startedAt: startedAt.toISOString(),
  ...(order.clock === undefined ? {} : { clock: 'given' }),
  seed,
  ...(order.challenge === undefined ? {} : { challenge: order.challenge }),
  today,
  lines: [...lines],
  selection: {
    requirements: order.requirement ? [...order.requirement] : null,
    operations: order.operation ? [...order.operation] : null,
    ...(order.cells && { cells: [...order.cells] }),
  },
  runs: Object.fromEntries(lines.map((line) => [line, runs])),
  thorough,
  targetFile: subject.embedded ? null : (order.target ?? null),
  ...identityOf(order, subject, target),
  ...environmentOf(target),
  waivers: [...waivers],
});

/** A run with a folder that has sent nothing yet. */
export interface BegunRun {
  readonly resolved: ResolvedOrder<SeededOrder>;
  readonly target: ResolvedTarget;
  readonly redactor: Redactor;
  readonly folder: RunFolder;
  readonly plan: RunPlan;
  readonly start: RunStart;
  readonly cells: readonly Cell[];
  /** Removes the folder of an aborted run. */
  readonly undo: () => void;
}

/** Creates the folder of a run, with ledger and record. Throws TargetError, and UsageError if there is nothing to judge. */
export const beginRun = async (resolved: ResolvedOrder, subject: Subject): Promise<BegunRun> => {
  const { scope } = resolved;
  const target = await loadTarget(subject.source);
  const order = seeded(resolved.order, resolved.startedAt, target);
  const redactor = createRedactor(target);
  const cells = ledger(scope, target);
  if (cells.length === 0) throw nothingToJudgeError(scope);
  if (cells.every(({ notApplicable }) => notApplicable)) throw nothingAppliesError(cells);
  const waivers = resolved.waivers.map((waiver) => ({
    ...waiver,
    reason: redactor.text(waiver.reason),
    owner: redactor.text(waiver.owner),
  }));
  const identity = identityOf(order, subject, target);
  const days = daysOfObservation(order, target);
  const additions =
    days === 0
      ? []
      : observedAdditions(days, earlierRuns(order.out, identity), dayOf(resolved.startedAt)).filter(
          (each) => appliesTo(each, scope),
        );
  const redacted = { ...resolved, order, waivers: [...waivers, ...additions] };
  const failures = lastFailures(order.out, identity);
  const before = latestName(order.out);
  const folder = createRunFolder(order.out, `${order.command}-${order.seed}`, resolved.startedAt);
  const plan = planOf(redacted, subject, target, folder, failures);
  const start = runStartOf(redacted, subject, target, plan);
  // Files exist even if nothing was sent or the suites do not load.
  for (const path of Object.values(streamsIn(folder))) writeJsonLines(path, []);
  writeJsonLines(folder.ledger, cells);
  writeRunRecord(folder.run, start);
  const undo = (): void => removeRunFolder(order.out, folder, before);
  return { resolved: redacted, target, redactor, folder, plan, start, cells, undo };
};
