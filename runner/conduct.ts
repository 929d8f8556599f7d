import { formerNameLines } from '../client/target/former-names.ts';
import { networkLines } from '../client/target/network.ts';
import { passedOver } from '../client/target.ts';
import { UnansweredError, UsageError } from '../client/usage-error.ts';
import { writeJsonLines } from '../store/json-lines.ts';
import { type BegunRun, beginRun } from './begin-run.ts';
import { keyOf } from './certificate/key-of.ts';
import { digestMeanwhile } from './certificate/program-digests.ts';
import { clockFrom } from '../store/clock.ts';
import type { Outcome } from '../store/outcome.ts';
import { onlyFailed } from './only-failed.ts';
import { checkOutputPaths } from './output-paths.ts';
import type { RunListener } from './run-listener.ts';
import { frameOf, type RunOrder, steadyNow } from './run-order.ts';
import { findSubject } from './target-source.ts';
import { runSuites, suiteThread } from './suite-thread.ts';
import { gatherOutcome, type SuiteOutcome } from './suite-outcome.ts';

const loadEnd = () => import('./tell-run.ts');

/** Sends what there is to send, from the preflight to the end of the suites. Throws UsageError. */
const send = async (
  { plan, frame }: BegunRun,
  stop: AbortSignal,
  { progress }: RunListener,
): Promise<SuiteOutcome> => {
  // Loaded while the suites send; where that fails, who needs it says so.
  loadEnd().catch(() => undefined);
  const endDigesting = digestMeanwhile();
  const suites = await gatherOutcome(plan, progress, stop, (collector) =>
    runSuites(plan, progress, collector),
  ).finally(() => {
    endDigesting();
    progress.stop();
  });
  if (frame.order.isLast) await suiteThread.end();
  if (suites.unusable !== undefined) throw new UnansweredError(suites.unusable);
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
  suiteThread.warmUp();
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
