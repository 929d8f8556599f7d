import { deprecatedKeyLines } from '../client/target/target-decisions.ts';
import { networkLines } from '../client/target/network.ts';
import { ignoredEnvFileLines } from '../client/target.ts';
import { UnansweredError, UsageError } from '../client/usage-error.ts';
import { writeJsonLines } from '../store/json-lines.ts';
import { type BegunRun, beginRun } from './begin-run.ts';
import { keyOf } from './certificate/key-file.ts';
import { clockFrom, steadyNow } from '../store/clock.ts';
import type { StartEmbedded } from './embedded-service.ts';
import type { Outcome } from '../store/outcome.ts';
import { limitToFailed } from './past-runs.ts';
import { checkOutputPaths } from './output-paths.ts';
import type { RunListener } from './run-listener.ts';
import { resolveOrder, type RunOrder } from './run-order.ts';
import { findSubject } from './target-source.ts';
import { runSuites, type SuitesOutcome, suitesThread } from './suites-thread.ts';

const loadEnd = () => import('./finish-run.ts');

/**
 * Conducts the sending phase, from the preflight to the end of the suites; removes the folder on a usage error. Throws
 * UsageError.
 */
const send = async (
  { plan, resolved, folder, undo }: BegunRun,
  stop: AbortSignal,
  { progress }: RunListener,
): Promise<SuitesOutcome> => {
  // Preloaded while the suites send; a later import reports a failure.
  loadEnd().catch(() => undefined);
  const suites = await runSuites(plan, folder.path, progress, stop).finally(() => progress.stop());
  if (resolved.order.isLast) await suitesThread.end();
  const { unusable, misuse } = suites;
  if (unusable === undefined && misuse === undefined) return suites;
  undo();
  throw unusable === undefined ? new UsageError(misuse) : new UnansweredError(unusable);
};

/**
 * Conducts a run from target to verdict and reports to the listener; returns the outcome. If `stop` is aborted, sending ends
 * and the run is concluded with what it has. `start` starts the embedded service. Throws UsageError and TargetError.
 */
export const conduct = async (
  given: RunOrder,
  stop: AbortSignal,
  listener: RunListener,
  start?: StartEmbedded,
): Promise<Outcome> => {
  const order = given.onlyFailed ? await limitToFailed(given) : given;
  const clock = order.clock && { start: order.clock, begun: steadyNow() };
  const resolved = resolveOrder(order, clockFrom(clock?.start, clock?.begun));
  const key = keyOf(order);
  checkOutputPaths(order);
  suitesThread.warmUp();
  const subject = await findSubject(order, clock, start);
  try {
    const run = await beginRun(resolved, subject);
    const { target, plan } = run;
    listener.begun(run.folder, run.cells, plan.seed);
    const drawnBy = order.seed === undefined ? " (from the day and the target's name)" : '';
    listener.line(`${target.name} at ${target.base_url}, seed ${plan.seed}${drawnBy}`);
    for (const line of [
      ...networkLines(target),
      ...ignoredEnvFileLines(),
      ...deprecatedKeyLines(target),
    ])
      listener.line(line);
    const suites = await send(run, stop, listener);
    const duration = steadyNow() - resolved.begun;
    const shown = await subject.embedded?.close();
    if (shown) {
      writeJsonLines(run.folder.shown, shown);
      listener.line(`the fault showed in ${shown.length} calls: ${run.folder.shown}`);
    }
    const { finishRun } = await loadEnd();
    return await finishRun({ run, suites, duration, stop, listener, key });
  } finally {
    await subject.embedded?.close();
  }
};
