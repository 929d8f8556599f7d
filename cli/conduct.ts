import { writeFileSync } from 'node:fs';
import { curlOf } from '../client/curl.ts';
import { loadTarget } from '../client/load-target.ts';
import { preflight } from '../client/preflight.ts';
import { createRedactor } from '../client/redactor.ts';
import { readEnvironment } from '../client/target.ts';
import type { CellVerdict } from '../oracles/finding.ts';
import { ledger } from '../oracles/ledger.ts';
import { AllureStreamReporter } from '../reports/allure-stream.ts';
import { createProgress } from '../reports/console/progress.ts';
import { githubAnnotations } from '../reports/github-annotations.ts';
import { createRunFolder, latestName, removeRunFolder } from '../reports/run-folder.ts';
import { buildReport } from './build-report.ts';
import { clockFrom } from './clock.ts';
import { checkJunitPath, writeJunit } from './junit-file.ts';
import { lastFailures } from './last-failures.ts';
import { nothingToJudge } from './nothing-to-judge.ts';
import { observedLines } from './observed-lines.ts';
import { concludeRun, type EndedRun, type Outcome } from './outcome.ts';
import { printOutcome } from './print-outcome.ts';
import { replayLine } from './replay-line.ts';
import { frameOf, planOf, type RunFrame, type RunOrder } from './run-order.ts';
import { findSubject, identityOf, type Subject } from './target-source.ts';
import { UsageError } from './usage-error.ts';
import { runSuites } from './vitest-run.ts';

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Sends what there is to send, from the preflight to the end of the suites. */
const send = async (frame: RunFrame, subject: Subject): Promise<EndedRun> => {
  const { order, scope } = frame;
  const target = await loadTarget(subject.source);
  const redactor = createRedactor(target);
  const cells = ledger(scope, target);
  if (cells.length === 0) throw nothingToJudge(scope);
  print(`${target.name} at ${target.base_url}, seed ${order.seed}`);
  const ready = await preflight(target, order.line);
  if (!ready.ok) throw new UsageError(redactor.text(`${ready.problem}\n  ${ready.hint}`));

  const waivers = frame.waivers.map((waiver) => ({
    ...waiver,
    reason: redactor.text(waiver.reason),
    owner: redactor.text(waiver.owner),
  }));
  const failures = lastFailures(order.out, identityOf(order, subject, target));
  const before = latestName(order.out);
  const folder = createRunFolder(order.out, `${order.command}-${order.seed}`, frame.startedAt);
  const redacted = { ...frame, waivers };
  const plan = planOf(redacted, subject, folder, failures);
  // They are there also where nothing was sent or the suites do not load.
  for (const path of Object.values(plan.files)) writeFileSync(path, '');
  const progress = createProgress(process.stderr);
  const { allureResults: resultsDir } = folder;
  const reporters = plan.keepsEvidence ? [new AllureStreamReporter({ resultsDir })] : [];
  const suites = await runSuites(plan, reporters, progress.update);
  progress.stop();
  if (suites.misuse !== undefined) {
    removeRunFolder(order.out, folder, before);
    throw new UsageError(suites.misuse);
  }
  return { frame: redacted, subject, target, folder, plan, cells, suites };
};

const tell = async (run: EndedRun, outcome: Outcome): Promise<void> => {
  const { frame, folder, target, suites } = run;
  const { order } = frame;
  const redactor = createRedactor(target);
  const exchanges = new Map(outcome.exchanges.map((each) => [each.n, each]));
  const commands = {
    curl: (verdict: CellVerdict) => {
      const decisive = exchanges.get(verdict.exchanges.at(-1) ?? 0);
      return decisive && curlOf(decisive, target, redactor);
    },
    replay: (verdict: CellVerdict) => replayLine(verdict, order, folder),
  };
  writeJunit([folder.junit, ...(order.junit === undefined ? [] : [order.junit])], {
    ...outcome,
    ...commands,
  });
  const observed = observedLines(folder, outcome);
  if (order.report) print(`report  ${await buildReport(folder, order.version)}`);
  else print(`run     ${folder.path}`);
  const addresses = { base: target.base_url, gap: target.gap_base_url };
  const colour = process.stdout.isTTY && process.stdout.hasColors();
  if (readEnvironment()['GITHUB_ACTIONS'] === 'true') {
    for (const line of githubAnnotations(outcome.verdicts, commands.replay)) print(line);
  }
  const harness = suites.harness.map((each) => redactor.text(each));
  const context = { scope: frame.scope, harness, observed, addresses, ...commands };
  printOutcome(outcome, context, print, colour);
};

/** Conducts a run from target to verdict and prints it; returns the exit code. Throws UsageError and TargetError. */
export const conduct = async (order: RunOrder): Promise<number> => {
  const clock = clockFrom(order.clock);
  const frame = frameOf(order, clock);
  if (order.junit !== undefined) checkJunitPath(order.junit);
  const subject = await findSubject(order, clock);
  try {
    const run = await send(frame, subject);
    const outcome = concludeRun(run);
    await tell(run, outcome);
    return outcome.exitCode;
  } finally {
    await subject.embedded?.close();
  }
};
