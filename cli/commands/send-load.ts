import { measureAgainst } from './load-against.ts';
import { deprecatedKeyLines } from '../../client/target/target-decisions.ts';
import { networkLines } from '../../client/target/network.ts';
import { UnavailableError } from '../../client/usage-error.ts';
import { redactValue, createRedactor } from '../../client/secrets/redactor.ts';
import { loadProfile } from '../../load/profiles/load-profile.ts';
import { withTags } from '../../load/profiles/profile.ts';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import { wantsColour } from '../../reports/console/paint.ts';
import { createProgress } from '../../reports/console/progress.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import { renderLoad } from '../../reports/load/load-table.ts';
import { inNewFolder } from '../../load/running/start-load.ts';
import { conductLoad, type LoadConduct, liveOutputsOf } from '../../load/running/conduct-load.ts';
import {
  orUsageError,
  checkAnswer,
  k6ForLoad,
  resolveLoadTarget,
  type LoadTarget,
  type LoadOptions,
  type LoadOrder,
} from '../../load/running/load-setup.ts';
import { sealLoad } from '../output/load-reports.ts';
import { findSubject } from '../../runner/target-source.ts';
import { checkOutputPaths } from '../../runner/output-paths.ts';
import { print } from '../output/print.ts';
import { writeKubernetes } from '../../load/kubernetes/write-kubernetes.ts';

/** The caller's target, or the embedded service if neither a file nor an address is given. Throws UsageError. */
export const findLoadSubject = async (options: LoadOptions): Promise<LoadTarget> => {
  const { source, embedded } = await findSubject(options);
  return {
    source,
    isEmbedded: embedded !== undefined,
    close: () => void embedded?.close().catch(() => undefined),
  };
};

/** A run that is stopped before it has sent anything leaves no files. */
const stoppedEarly = (signal: AbortSignal): ExitCode => {
  print(`load: INVALID, ${String(signal.reason)} before anything was sent`);
  return EXIT.incomplete;
};

/** From the preflight to the last report. A usage or configuration error leaves no files. */
const runLoad = async (ready: Omit<LoadConduct, 'progress'>): Promise<LoadRecord> => {
  const { target, options, signal, folder } = ready;
  await checkAnswer(target, options, signal);
  const outputs = await liveOutputsOf(ready);
  const progress = createProgress(process.stderr);
  const record = await conductLoad({ ...ready, ...outputs, progress }).finally(progress.stop);
  // k6 may quote an address with a credential in its query.
  const shown = await sealLoad(ready, redactValue(createRedactor(target), record));
  if (shown.log !== undefined && shown.exitCode !== EXIT.conformant)
    print(`k6 log  ${folder.load.log}`);
  print(renderLoad(shown, { colour: wantsColour(process.stdout) }));
  return shown;
};

/** Sends a load and reports the result; undefined if it was stopped before. Throws UsageError and TargetError. */
export const measureLoad = async (
  order: LoadOrder,
  subject: LoadTarget,
): Promise<LoadRecord | undefined> => {
  const { options, signal } = order;
  const target = await resolveLoadTarget(order, subject);
  // Errors that the user can fix are reported before a minute is spent on k6.
  const k6 = await k6ForLoad(signal);
  if (!k6) return undefined;
  print(`${target.name} at ${target.base_url}, profile ${options.profile}, seed ${options.seed}`);
  for (const line of [...networkLines(target), ...deprecatedKeyLines(target)]) print(line);
  return inNewFolder(order, k6, target, (begun) => runLoad({ ...begun, k6, target, print }));
};

/** Sends and judges a load, until its end or a stop. Returns the exit code. Throws UsageError and TargetError. */
export const sendLoad = async (
  options: LoadOptions,
  version: string,
  signal: AbortSignal,
): Promise<ExitCode> => {
  const profile = withTags(
    await orUsageError(() => loadProfile(options.profile, options.line)),
    options.tag,
  );
  checkOutputPaths(options);
  const subject = await findLoadSubject(options);
  try {
    const order = { options, version, profile, signal };
    const { kubernetes, against } = options;
    const code =
      against !== undefined
        ? (await measureAgainst(order, against, subject))?.exitCode
        : kubernetes !== undefined
          ? await writeKubernetes(order, subject, kubernetes, {
              progress: createProgress(process.stderr),
              print,
            })
          : (await measureLoad(order, subject))?.exitCode;
    return code ?? stoppedEarly(signal);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    print(`load: INVALID, ${error.message}`);
    return EXIT.incomplete;
  } finally {
    subject.close();
  }
};
