import { formerNameLines } from '../client/former-names.ts';
import { networkLines } from '../client/network-lines.ts';
import { passedOver } from '../client/target.ts';
import { UnansweredError } from '../client/unanswered-error.ts';
import { UsageError } from '../client/usage-error.ts';
import { writeJsonLines } from '../reports/json-lines.ts';
import { orStopped } from '../load/or-stopped.ts';
import { type BegunRun, beginRun } from './begin-run.ts';
import { keyOf } from './certificate/key-of.ts';
import { digestMeanwhile } from './certificate/program-digests.ts';
import { clockFrom } from './clock.ts';
import type { KeptThread } from './kept-thread.ts';
import { loopThread, runInLoop } from './loop-thread.ts';
import type { Outcome } from './outcome.ts';
import { onlyFailed } from './only-failed.ts';
import { checkOutputPaths } from './output-paths.ts';
import type { RunListener } from './run-listener.ts';
import { frameOf, keepsEvidence, type RunOrder, steadyNow } from './run-order.ts';
import { findSubject } from './target-source.ts';
import { beginSuites, suiteThread } from './suite-thread.ts';
import { triedTarget } from './tried-target.ts';
import { gatherOutcome, type OutcomeCollector, type SuiteOutcome } from './suite-outcome.ts';

const threadOf = (order: RunOrder): KeptThread => (keepsEvidence(order) ? suiteThread : loopThread);

type Progress = RunListener['progress'];

const loadShow = () =>
  Promise.all([import('./vitest-run.ts'), import('../reports/allure-stream.ts')]);

/** Has vitest show the suites of a run for Allure. They begin without it, and send while it gets ready. */
const inVitest = async (
  { plan, target, folder }: BegunRun,
  progress: Progress,
  collector: OutcomeCollector,
): Promise<void> => {
  let [isShown, isTold] = [false, false];
  const told: OutcomeCollector = {
    ...collector,
    fault: (...fault) => {
      isTold = true;
      collector.fault(...fault);
    },
  };
  beginSuites(plan);
  try {
    const [{ runInVitest }, { AllureStreamReporter }] = await loadShow();
    const reporter = new AllureStreamReporter({ resultsDir: folder.allureResults });
    isShown = await runInVitest(target.limits.concurrency, [reporter], progress, told);
    // Vitest may end without a word.
    if (!isShown && !isTold)
      told.fault('vitest', new Error('it did not show the suites to their end'));
  } finally {
    // What was begun would go on sending.
    if (!isShown) await suiteThread.end();
  }
};

const loadEnd = () => import('./tell-run.ts');

/** Loads what is needed later while the thread of the suites still loads, and tries the target: nothing else is to be done then. */
const loadMeanwhile = ({ keepsEvidence }: BegunRun['plan']): void => {
  // Where something cannot be loaded, who needs it says so.
  if (keepsEvidence) loadShow().catch(() => undefined);
  loadEnd().catch(() => undefined);
};

/** Sends what there is to send, from the preflight to the end of the suites. Throws UsageError. */
const send = async (
  run: BegunRun,
  stop: AbortSignal,
  { progress }: RunListener,
): Promise<SuiteOutcome> => {
  const { plan, frame, redactor } = run;
  const trying = triedTarget(run, stop);
  loadMeanwhile(plan);
  const ready = await orStopped(trying, stop);
  if (ready && !ready.ok)
    throw new UnansweredError(redactor.text(`${ready.problem}\n  ${ready.hint}`));
  const gathering = gatherOutcome(plan, progress, stop, (collector) =>
    plan.keepsEvidence ? inVitest(run, progress, collector) : runInLoop(plan, progress, collector),
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
    for (const line of [
      ...networkLines(run.target),
      ...passedOver(),
      ...formerNameLines(run.target),
    ])
      listener.line(line);
    const suites = await sendOrUndo(run, stop, listener);
    const duration = steadyNow() - frame.begun;
    const { shown } = subject.embedded ?? {};
    if (shown) {
      writeJsonLines(run.folder.shown, shown);
      listener.line(`the fault showed in ${shown.length} calls: ${run.folder.shown}`);
    }
    const { tellRun } = await loadEnd();
    return await tellRun({ run, suites, duration, stop, listener, key });
  } finally {
    await subject.embedded?.close();
  }
};
