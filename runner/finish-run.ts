import { setTimeout as sleep } from 'node:timers/promises';
import { curlOf } from '../client/http/curl.ts';
import { packRun } from '../store/certificate/packed-run.ts';
import type { BegunRun } from './begin-run.ts';
import { buildReport } from './allure/allure-results.ts';
import { concludeEvidence } from './certificate/write-certificate.ts';
import type { SigningKey } from './certificate/key-file.ts';
import { writeCodeQuality, writeJunit, writeConformancePage } from './report-files.ts';
import { observedLines } from './observed-lines.ts';
import { concludeRun, type Outcome, sealRun } from '../store/outcome.ts';
import { bestEffort } from './output-error.ts';
import type { OutcomeContext, RunListener } from './run-listener.ts';
import { replayLine, scriptLine } from './replay/replay-line.ts';
import { reviewTarget } from './review-target.ts';
import { changesSinceLastRun, firstDrawnCells } from './past-runs.ts';
import type { SuitesOutcome } from './suites-thread.ts';

const commandsOf = (
  { resolved, folder, target, redactor }: BegunRun,
  outcome: Outcome,
): Pick<OutcomeContext, 'curl' | 'replay' | 'script' | 'since' | 'isFirstDrawn'> => {
  const byNumber = new Map(outcome.exchanges.map((each) => [each.n, each]));
  // Runs of an exam, which write no page, are compared by the exam.
  const isOfExam = resolved.order.page === false;
  const first = isOfExam ? new Set() : firstDrawnCells(folder, outcome);
  return {
    since: isOfExam ? undefined : changesSinceLastRun(folder, outcome),
    isFirstDrawn: ({ cell }) => first.has(cell),
    curl: (verdict) => {
      const decisive = byNumber.get(verdict.exchanges.at(-1) ?? 0);
      return decisive && curlOf(decisive, target, redactor);
    },
    replay: (verdict) => replayLine(verdict, resolved.order, folder),
    script: (verdict) => scriptLine(verdict, resolved.order, folder),
  };
};

/** A run whose suites have ended, and its listener. */
export interface SentRun {
  readonly run: BegunRun;
  readonly suites: SuitesOutcome;
  /** Duration in milliseconds. */
  readonly duration: number;
  readonly stop: AbortSignal;
  readonly listener: RunListener;
  /** Key that signs the certificate. */
  readonly key: SigningKey | undefined;
}

const concluded = ({ run, suites, duration, stop }: SentRun): Outcome => {
  const { harness, machine } = suites;
  const stopped = suites.stopped ?? (stop.aborted ? String(stop.reason) : null);
  return concludeRun(run.folder, run.start, {
    state: 'finished',
    stopped,
    isHarnessAtFault: harness.length + machine.length > 0,
    // After a stop, a request in flight may still be recorded.
    mayBeTorn: machine.length > 0 || stopped !== null,
    duration,
  });
};

/** Writes the Allure results of a run, and its report if requested; not for a run that was stopped interactively. */
const showInAllure = async (
  { run: { folder, resolved }, stop, listener }: SentRun,
  { record, verdicts }: Outcome,
  { replay, curl }: Pick<OutcomeContext, 'curl' | 'replay'>,
): Promise<void> => {
  if (stop.aborted) {
    listener.line(
      'allure  not written, since the run was stopped; assay report --allure writes it',
    );
    return;
  }
  const { writeAllureResults } = await import('./allure/allure-results.ts');
  const commands = verdicts
    .filter(
      ({ verdict }) => verdict === 'fail' || verdict === 'waived' || verdict === 'inconclusive',
    )
    .map((verdict) => [verdict.cell, { replay: replay(verdict), curl: curl(verdict) }] as const);
  await writeAllureResults(folder, record, Object.fromEntries(commands));
  if (resolved.order.report)
    listener.line(`allure  ${await buildReport(folder, record, resolved.order.version)}`);
};

/** Finishes a run: concludes it, writes all its reports, seals it and reports its end. */
export const finishRun = async (sent: SentRun): Promise<Outcome> => {
  const { run, suites, stop, listener, key } = sent;
  const { resolved, folder, target, redactor } = run;
  const { order } = resolved;
  const outcome = concluded(sent);
  const commands = commandsOf(run, outcome);
  const { machine, harness } = suites;
  // On a full disk every file fails, so only the first error is reported.
  const reportOnce = (sentence: string): void => {
    if (machine.length === 0) listener.trouble(sentence);
  };
  writeJunit([folder.junit], { ...outcome, ...commands });
  const observed = observedLines(folder, outcome);
  const review = reviewTarget(outcome, target, redactor);
  const page = (shown: Outcome): string | undefined =>
    order.page === false
      ? undefined
      : bestEffort(reportOnce, 'report.html cannot be written', () =>
          writeConformancePage(folder, shown, { causes: review.causes, ...commands }),
        );
  listener.line(`run     ${folder.path}`);
  const written = page(outcome);
  if (written !== undefined) listener.line(`report  ${written}`);
  // A signal that arrived in the meantime is handled first.
  await sleep(1);
  const sealed = sealRun(folder, outcome, stop);
  if (sealed.exitCode !== outcome.exitCode) page(sealed);
  if (order.allure || order.report)
    await showInAllure(sent, sealed, commands).catch((error: unknown) =>
      reportOnce(`the Allure results cannot be written: ${String(error)}`),
    );
  const last = concludeEvidence(folder, sealed, key, listener, reportOnce);
  if (order.gzip) listener.line(`packed  ${await packRun(folder.path)}`);
  listener.ended(last, {
    scope: resolved.scope,
    review,
    harness: harness.map((each) => redactor.text(each)),
    observed,
    addresses: { base: target.base_url, gap: target.gap_base_url },
    ...commands,
  });
  for (const sentence of machine) listener.trouble(sentence);
  // Last: whether other places can be written or not, the run is whole and its verdict printed.
  if (order.junit !== undefined) writeJunit([order.junit], { ...outcome, ...commands });
  writeCodeQuality(order.codeQuality, outcome, commands.replay);
  return last;
};
