import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { curlOf } from '../client/curl.ts';
import { loadTarget } from '../client/load-target.ts';
import { formerNameLines } from '../client/former-names.ts';
import { networkLines } from '../client/network-lines.ts';
import { preflight } from '../client/preflight.ts';
import { createRedactor, type Redactor } from '../client/redactor.ts';
import { readEnvironment, type ResolvedTarget } from '../client/target.ts';
import { UsageError } from '../client/usage-error.ts';
import type { ExitCode } from '../oracles/exit-code.ts';
import { orStopped } from '../load/or-stopped.ts';
import { ledger } from '../oracles/ledger.ts';
import { AllureStreamReporter } from '../reports/allure-stream.ts';
import { createProgress } from '../reports/console/progress.ts';
import { githubAnnotations } from '../reports/github-annotations.ts';
import { writeJsonLines } from '../reports/json-lines.ts';
import {
  createRunFolder,
  hasResults,
  latestName,
  removeRunFolder,
  type RunFolder,
} from '../reports/run-folder.ts';
import { type RunStart, writeRunRecord } from '../reports/run-record.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { RunPlan } from '../suites/run-plan.ts';
import { buildReport } from './build-report.ts';
import { clockFrom } from './clock.ts';
import { writeJunit } from './junit-file.ts';
import { lastFailures } from './last-failures.ts';
import { runInLoop } from './loop-thread.ts';
import { nothingToJudge } from './nothing-to-judge.ts';
import { observedLines } from './observed-lines.ts';
import { concludeRun, type Outcome, sealRun } from './outcome.ts';
import { checkOutputPaths } from './output-paths.ts';
import { print } from './print.ts';
import { type OutcomeContext, printOutcome } from './print-outcome.ts';
import { replayLine } from './replay-line.ts';
import { reviewTarget } from './review-target.ts';
import { frameOf, planOf, type RunFrame, type RunOrder, steadyNow } from './run-order.ts';
import { runStartOf } from './run-start.ts';
import { findSubject, identityOf, type Subject } from './target-source.ts';
import { gatherOutcome, type SuiteOutcome } from './suite-outcome.ts';
import { runInVitest } from './vitest-run.ts';

/** A run whose folder is there, and which has sent nothing yet. */
interface BegunRun {
  readonly frame: RunFrame;
  readonly target: ResolvedTarget;
  readonly redactor: Redactor;
  readonly folder: RunFolder;
  readonly plan: RunPlan;
  readonly start: RunStart;
  /** Takes the folder away again, of a run that came to nothing. */
  readonly undo: () => void;
}

/** Makes the folder of a run, with its ledger and its record as they are known now. */
const begin = async (frame: RunFrame, subject: Subject): Promise<BegunRun> => {
  const { order, scope } = frame;
  const target = await loadTarget(subject.source);
  const redactor = createRedactor(target);
  const cells = ledger(scope, target);
  if (cells.length === 0) throw nothingToJudge(scope);
  const waivers = frame.waivers.map((waiver) => ({
    ...waiver,
    reason: redactor.text(waiver.reason),
    owner: redactor.text(waiver.owner),
  }));
  const redacted = { ...frame, waivers };
  const failures = lastFailures(order.out, identityOf(order, subject, target));
  const before = latestName(order.out);
  const folder = createRunFolder(order.out, `${order.command}-${order.seed}`, frame.startedAt);
  const plan = planOf(redacted, subject, folder, failures);
  const start = runStartOf(redacted, subject, target, plan);
  // They are there also where nothing was sent or the suites do not load.
  for (const path of Object.values(plan.files)) writeFileSync(path, '');
  writeJsonLines(folder.ledger, cells);
  writeRunRecord(folder.run, start);
  const undo = (): void => removeRunFolder(order.out, folder, before);
  return { frame: redacted, target, redactor, folder, plan, start, undo };
};

/** Sends what there is to send, from the preflight to the end of the suites. Throws UsageError. */
const send = async (run: BegunRun, stop: AbortSignal): Promise<SuiteOutcome> => {
  const { plan, target, redactor, folder } = run;
  const ready = await orStopped(preflight(target, run.frame.order.line), stop);
  if (ready && !ready.ok) throw new UsageError(redactor.text(`${ready.problem}\n  ${ready.hint}`));
  const progress = createProgress(process.stderr);
  const reporter = () => new AllureStreamReporter({ resultsDir: folder.allureResults });
  const gathering = gatherOutcome(plan, progress, stop, (collector) =>
    plan.keepsEvidence
      ? runInVitest(plan, target.limits.concurrency, [reporter()], progress, collector)
      : runInLoop(plan, progress, collector),
  );
  const suites = await gathering.finally(() => progress.stop());
  if (suites.misuse !== undefined) throw new UsageError(suites.misuse);
  return suites;
};

/** A run that ends in usage or configuration leaves nothing. */
const sendOrUndo = async (run: BegunRun, stop: AbortSignal): Promise<SuiteOutcome> => {
  try {
    return await send(run, stop);
  } catch (error) {
    if (error instanceof UsageError) run.undo();
    throw error;
  }
};

const commandsOf = (
  { frame, folder, target, redactor }: BegunRun,
  exchanges: readonly Exchange[],
): Pick<OutcomeContext, 'curl' | 'replay'> => {
  const byNumber = new Map(exchanges.map((each) => [each.n, each]));
  return {
    curl: (verdict) => {
      const decisive = byNumber.get(verdict.exchanges.at(-1) ?? 0);
      return decisive && curlOf(decisive, target, redactor);
    },
    replay: (verdict) => replayLine(verdict, frame.order, folder),
  };
};

/** Writes all reports of a run, seals it and prints how it ended; returns the exit code. */
const tell = async (
  run: BegunRun,
  suites: SuiteOutcome,
  outcome: Outcome,
  stop: AbortSignal,
): Promise<ExitCode> => {
  const { frame, folder, target, redactor } = run;
  const { order } = frame;
  const commands = commandsOf(run, outcome.exchanges);
  const junit = [folder.junit, ...(order.junit === undefined ? [] : [order.junit])];
  writeJunit(junit, { ...outcome, ...commands });
  const observed = observedLines(folder, outcome);
  // A run that was stopped at once has nothing to show there.
  if (order.report && hasResults(folder))
    print(`report  ${await buildReport(folder, outcome.record, order.version)}`);
  else print(`run     ${folder.path}`);
  // A signal that came while all this was written is heard first.
  await sleep(1);
  const sealed = sealRun(folder, outcome, stop);
  const review = reviewTarget(outcome, target, redactor);
  const addresses = { base: target.base_url, gap: target.gap_base_url };
  const colour = process.stdout.isTTY && process.stdout.hasColors();
  if (readEnvironment()['GITHUB_ACTIONS'] === 'true') {
    for (const line of githubAnnotations(outcome.verdicts, commands.replay, review.causes))
      print(line);
  }
  const { machine, harness } = suites.faults;
  const shown = harness.map((each) => redactor.text(each));
  const context = { scope: frame.scope, review, harness: shown, observed, addresses, ...commands };
  printOutcome(sealed, context, print, colour);
  for (const sentence of machine) process.stderr.write(`assay: ${sentence}\n`);
  return sealed.exitCode;
};

/**
 * Conducts a run from target to verdict and prints it; returns the exit code. Where `stop` is aborted, nothing is sent any
 * more and what there is is concluded. Throws UsageError and TargetError.
 */
export const conduct = async (order: RunOrder, stop: AbortSignal): Promise<ExitCode> => {
  const clock = clockFrom(order.clock);
  const frame = frameOf(order, clock);
  checkOutputPaths(order);
  const subject = await findSubject(order, clock);
  try {
    const run = await begin(frame, subject);
    print(`${run.target.name} at ${run.target.base_url}, seed ${order.seed}`);
    for (const line of [...networkLines(run.target), ...formerNameLines(run.target)]) print(line);
    const suites = await sendOrUndo(run, stop);
    const { harness, machine } = suites.faults;
    const stopped = suites.stopped ?? (stop.aborted ? String(stop.reason) : null);
    const outcome = concludeRun(run.folder, run.start, {
      state: 'finished',
      stopped,
      isHarnessAtFault: harness.length + machine.length > 0,
      // Where it was stopped, a request that was under way may be on its way into the record.
      mayBeTorn: machine.length > 0 || stopped !== null,
      duration: steadyNow() - frame.begun,
    });
    return await tell(run, suites, outcome, stop);
  } finally {
    await subject.embedded?.close();
  }
};
