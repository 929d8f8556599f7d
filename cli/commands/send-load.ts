import { join } from 'node:path';
import { formerNameLines } from '../../client/target/target-decisions.ts';
import { networkLines } from '../../client/target/network.ts';
import { withoutSecrets, createRedactor } from '../../client/secrets/redactor.ts';
import { loadProfile } from '../../load/profiles/load-profile.ts';
import { withTags } from '../../load/profiles/profile.ts';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import { wantsColour } from '../../reports/console/paint.ts';
import { createProgress } from '../../reports/console/progress.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import { renderLoad } from '../../reports/load/load-table.ts';
import { type BegunLoad, beginLoad } from '../../load/running/begin-load.ts';
import { writeLoadJunit } from '../../runner/report-files.ts';
import { conductLoad, type LoadConduct, outputsOf } from '../../load/running/conduct-load.ts';
import { asUsage, checkAnswer, k6ForLoad, loadableTarget, type LoadSubject, type LoadOptions, type LoadOrder } from '../../load/running/ready-load.ts';
import { sealLoad } from '../output/load-reports.ts';
import { findLoadSubject } from '../load-subject.ts';
import { checkOutputPaths } from '../../runner/output-paths.ts';
import { print } from '../output/print.ts';
import { writeLoad } from '../output/write-load.ts';

/** A run that is stopped before it has sent anything leaves nothing behind. */
const stoppedBefore = (signal: AbortSignal): ExitCode => {
  print(`load: INVALID, ${String(signal.reason)} before anything was sent`);
  return EXIT.incomplete;
};

type Ready = Omit<LoadConduct, 'progress'>;

/** From the preflight to the last report. A run that ends in usage or configuration leaves nothing. */
const send = async (ready: Ready, begun: BegunLoad): Promise<LoadRecord> => {
  const { target, options, signal, folder } = ready;
  const redactor = createRedactor(target);
  await checkAnswer(target, options, signal);
  const outputs = await outputsOf(ready);
  const progress = createProgress(process.stderr);
  const record = await conductLoad({ ...ready, ...outputs, progress }).finally(() =>
    progress.stop(),
  );
  // What k6 says of an address may hold the credential of a query.
  const redacted = withoutSecrets(redactor, record);
  const shown = await sealLoad(folder, begun.start, redacted, signal, ready.history);
  if (options.junit !== undefined) writeLoadJunit([options.junit], shown);
  print(`report  ${folder.load.page}`);
  if (shown.log !== undefined && shown.exitCode !== EXIT.conformant)
    print(`k6 log  ${folder.load.log}`);
  print(renderLoad(shown, { colour: wantsColour(process.stdout) }));
  return shown;
};

/**
 * Sends the load of a profile, writes and prints what it came to; undefined where it was stopped before anything was sent.
 * Throws UsageError and TargetError.
 */
export const measureLoad = async (
  order: LoadOrder,
  subject: LoadSubject,
): Promise<LoadRecord | undefined> => {
  const { options, version, profile, signal } = order;
  const target = await loadableTarget(order, subject);
  // What its user can mend is told before a minute is spent on k6.
  const k6 = await k6ForLoad(signal);
  if (!k6) return undefined;
  print(`${target.name} at ${target.base_url}, profile ${options.profile}, seed ${options.seed}`);
  for (const line of [...networkLines(target), ...formerNameLines(target)]) print(line);
  const begun = beginLoad(options, version, profile, k6, target);
  const history = join(options.out, 'load-history.jsonl');
  try {
    const { folder, startedAt, onMeasure } = begun;
    return await send(
      { ...order, k6, target, folder, startedAt, onMeasure, history, print },
      begun,
    );
  } catch (error) {
    begun.fail(error);
    throw error;
  }
};

/**
 * Sends the load of a profile to a target, judges it, and prints the verdict; returns the exit code. An aborted signal stops
 * the sending; the load so far is then judged. Throws UsageError and TargetError.
 */
export const load = async (
  options: LoadOptions,
  version: string,
  signal: AbortSignal,
): Promise<ExitCode> => {
  const profile = withTags(
    await asUsage(() => loadProfile(options.profile, options.line)),
    options.tag,
  );
  checkOutputPaths(options);
  const subject = await findLoadSubject(options);
  try {
    const order = { options, version, profile, signal };
    const { kubernetes, against } = options;
    if (against !== undefined) {
      const { measureAgainst } = await import('./load-against.ts');
      return (
        (await measureAgainst({ ...order, against }, subject))?.exitCode ?? stoppedBefore(signal)
      );
    }
    const code =
      kubernetes === undefined
        ? (await measureLoad(order, subject))?.exitCode
        : await writeLoad(order, subject, kubernetes);
    return code ?? stoppedBefore(signal);
  } finally {
    subject.close();
  }
};
