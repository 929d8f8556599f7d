import { setTimeout as sleep } from 'node:timers/promises';
import { curlOf } from '../client/curl.ts';
import { formerNameLines } from '../client/former-names.ts';
import { networkLines } from '../client/network-lines.ts';
import { preflight } from '../client/preflight.ts';
import { UnansweredError } from '../client/unanswered-error.ts';
import { UsageError } from '../client/usage-error.ts';
import { orStopped } from '../load/or-stopped.ts';
import { AllureStreamReporter } from '../reports/allure-stream.ts';
import { packRun } from '../reports/certificate/packed-run.ts';
import { explainAllure } from '../reports/explain-allure.ts';
import { hasResults } from '../reports/run-folder.ts';
import { type BegunRun, beginRun } from './begin-run.ts';
import { buildReport } from './build-report.ts';
import { concludeEvidence, keyOf } from './certificate/conclude-evidence.ts';
import type { SigningKey } from './certificate/key-file.ts';
import { digestMeanwhile } from './certificate/program-digests.ts';
import { clockFrom } from './clock.ts';
import { writeCodeQuality } from './code-quality-file.ts';
import { writeJunit } from './junit-file.ts';
import type { KeptThread } from './kept-thread.ts';
import { loopThread, runInLoop } from './loop-thread.ts';
import { observedLines } from './observed-lines.ts';
import { concludeRun, type Outcome, sealRun } from './outcome.ts';
import { onlyFailed } from './only-failed.ts';
import { checkOutputPaths } from './output-paths.ts';
import { orTold } from './or-told.ts';
import type { OutcomeContext } from './print-outcome.ts';
import { replayLine } from './replay-line.ts';
import { reviewTarget } from './review-target.ts';
import { writeConformancePage } from './conformance-page-file.ts';
import type { RunListener } from './run-listener.ts';
import { frameOf, keepsEvidence, type RunOrder, steadyNow } from './run-order.ts';
import { sinceRun } from './since-run.ts';
import { findSubject } from './target-source.ts';
import { suiteThread } from './suite-thread.ts';
import { gatherOutcome, type SuiteOutcome } from './suite-outcome.ts';
import { runInVitest } from './vitest-run.ts';

const threadOf = (order: RunOrder): KeptThread => (keepsEvidence(order) ? suiteThread : loopThread);

/** Sends what there is to send, from the preflight to the end of the suites. Throws UsageError. */
const send = async (
  run: BegunRun,
  stop: AbortSignal,
  { progress }: RunListener,
): Promise<SuiteOutcome> => {
  const { plan, frame, target, redactor, folder } = run;
  const ready = await orStopped(preflight(target, frame.order.line), stop);
  if (ready && !ready.ok)
    throw new UnansweredError(redactor.text(`${ready.problem}\n  ${ready.hint}`));
  const reporter = () => new AllureStreamReporter({ resultsDir: folder.allureResults });
  const gathering = gatherOutcome(plan, progress, stop, (collector) =>
    plan.keepsEvidence
      ? runInVitest(plan, target.limits.concurrency, [reporter()], progress, collector)
      : runInLoop(plan, progress, collector),
  );
  const endDigesting = digestMeanwhile();
  const suites = await gathering.finally(() => {
    endDigesting();
    progress.stop();
  });
  if (frame.order.isLast) await threadOf(frame.order).end();
  if (suites.misuse !== undefined) throw new UsageError(suites.misuse);
  return suites;
};

/** A run that ends in usage or configuration leaves nothing. */
const sendOrUndo = async (
  run: BegunRun,
  stop: AbortSignal,
  listener: RunListener,
): Promise<SuiteOutcome> => {
  try {
    return await send(run, stop, listener);
  } catch (error) {
    if (error instanceof UsageError) run.undo();
    throw error;
  }
};

const commandsOf = (
  { frame, folder, target, redactor }: BegunRun,
  outcome: Outcome,
): Pick<OutcomeContext, 'curl' | 'replay' | 'since'> => {
  const byNumber = new Map(outcome.exchanges.map((each) => [each.n, each]));
  return {
    // Runs of an exam, which write no page, are compared by the exam.
    since: frame.order.page === false ? undefined : sinceRun(folder, outcome),
    curl: (verdict) => {
      const decisive = byNumber.get(verdict.exchanges.at(-1) ?? 0);
      return decisive && curlOf(decisive, target, redactor);
    },
    replay: (verdict) => replayLine(verdict, frame.order, folder),
  };
};

/** Writes all reports of a run, seals it and tells how it ended. */
const tell = async (
  run: BegunRun,
  suites: SuiteOutcome,
  outcome: Outcome,
  stop: AbortSignal,
  listener: RunListener,
  key: SigningKey | undefined,
): Promise<Outcome> => {
  const { frame, folder, target, redactor } = run;
  const { order } = frame;
  const commands = commandsOf(run, outcome);
  const { machine, harness } = suites.faults;
  // On a disk that is full every file fails, and the first was told.
  const tellOnce = (sentence: string): void => {
    if (machine.length === 0) listener.trouble(sentence);
  };
  const junit = [folder.junit, ...(order.junit === undefined ? [] : [order.junit])];
  writeJunit(junit, { ...outcome, ...commands });
  writeCodeQuality(order.codeQuality, outcome, commands.replay);
  orTold(tellOnce, 'the Allure results cannot be explained', () =>
    explainAllure(folder.allureResults, { ...outcome, ...commands, seed: order.seed }),
  );
  const observed = observedLines(folder, outcome);
  const review = reviewTarget(outcome, target, redactor);
  const page = (last: Outcome): string | undefined =>
    order.page === false
      ? undefined
      : orTold(tellOnce, 'report.html cannot be written', () =>
          writeConformancePage(folder, last, { causes: review.causes, ...commands }),
        );
  // A run that was stopped at once has nothing to show there.
  if (order.report && hasResults(folder))
    listener.line(`allure  ${await buildReport(folder, outcome.record, order.version)}`);
  listener.line(`run     ${folder.path}`);
  const written = page(outcome);
  if (written !== undefined) listener.line(`report  ${written}`);
  // A signal that came while all this was written is heard first.
  await sleep(1);
  const sealed = sealRun(folder, outcome, stop);
  if (sealed.exitCode !== outcome.exitCode) page(sealed);
  const concluded = concludeEvidence(folder, sealed, key, listener, tellOnce);
  if (order.gzip) listener.line(`packed  ${await packRun(folder.path)}`);
  listener.ended(concluded, {
    scope: frame.scope,
    review,
    harness: harness.map((each) => redactor.text(each)),
    observed,
    addresses: { base: target.base_url, gap: target.gap_base_url },
    ...commands,
  });
  for (const sentence of machine) listener.trouble(sentence);
  return concluded;
};

/**
 * Conducts a run from target to verdict and tells the listener of it; returns how it ended. Where `stop` is aborted, nothing
 * is sent any more and what there is is concluded. Throws UsageError and TargetError.
 */
export const conduct = async (
  given: RunOrder,
  stop: AbortSignal,
  listener: RunListener,
): Promise<Outcome> => {
  const order = given.onlyFailed ? await onlyFailed(given) : given;
  const clock = clockFrom(order.clock);
  const frame = frameOf(order, clock);
  const key = keyOf(order);
  checkOutputPaths(order);
  threadOf(order).warmUp();
  const subject = await findSubject(order, clock);
  try {
    const run = await beginRun(frame, subject);
    listener.begun(run.folder, run.cells);
    listener.line(`${run.target.name} at ${run.target.base_url}, seed ${order.seed}`);
    for (const line of [...networkLines(run.target), ...formerNameLines(run.target)])
      listener.line(line);
    const suites = await sendOrUndo(run, stop, listener);
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
    return await tell(run, suites, outcome, stop, listener, key);
  } finally {
    await subject.embedded?.close();
  }
};
