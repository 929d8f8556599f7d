import { loadTarget } from '../client/load-target.ts';
import { preflight } from '../client/preflight.ts';
import { createRedactor } from '../client/redactor.ts';
import { ledger } from '../oracles/ledger.ts';
import { AllureStreamReporter } from '../reports/allure-stream.ts';
import { createProgress } from '../reports/console/progress.ts';
import { createRunFolder, type RunFolder } from '../reports/run-folder.ts';
import type { RunPlan } from '../suites/run-plan.ts';
import { buildReport } from './build-report.ts';
import type { RunOptions } from './options.ts';
import { concludeRun } from './outcome.ts';
import { printOutcome } from './print-outcome.ts';
import { findSubject, type Subject } from './target-source.ts';
import { UsageError } from './usage-error.ts';
import { runSuites } from './vitest-run.ts';

/** One run of certify or gate. */
export interface RunOrder extends RunOptions {
  readonly command: string;
  readonly version: string;
}

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const planOf = (order: RunOrder, subject: Subject, folder: RunFolder): RunPlan => ({
  source: subject.source,
  lines: order.line,
  runs: order.runs,
  seed: order.seed,
  thorough: order.command === 'certify',
  today: new Date().toISOString().slice(0, 10),
  runId: folder.path.split(/[\\/]/).at(-1) ?? 'run',
  files: { exchanges: folder.exchanges, findings: folder.findings },
});

const run = async (order: RunOrder, subject: Subject): Promise<number> => {
  const startedAt = new Date();
  const start = performance.now();
  const target = await loadTarget(subject.source);
  const redactor = createRedactor(target);
  print(`${target.name} at ${target.base_url}, seed ${order.seed}`);
  const ready = await preflight(target, order.line);
  if (!ready.ok) throw new UsageError(redactor.text(`${ready.problem}\n  ${ready.hint}`));

  const folder = createRunFolder(order.out, `${order.command}-${order.seed}`);
  const plan = planOf(order, subject, folder);
  const cells = ledger({ lines: order.line }, target);
  const progress = createProgress(process.stderr);
  const allure = new AllureStreamReporter({ resultsDir: folder.allureResults });
  const suites = await runSuites(plan, [allure], progress.update);
  progress.stop();

  const frame = { ...order, startedAt, milliseconds: performance.now() - start };
  const outcome = concludeRun(folder, cells, plan, target, suites, frame);
  const colour = process.stdout.isTTY && process.stdout.hasColors();
  if (order.report) print(`report  ${await buildReport(folder, order.version)}`);
  else print(`run     ${folder.path}`);
  printOutcome(outcome, suites, target, redactor, print, colour);
  return outcome.exitCode;
};

/** Conducts a run from target to verdict and prints it; returns the exit code. Throws UsageError and TargetError. */
export const conduct = async (order: RunOrder): Promise<number> => {
  const subject = await findSubject(order);
  try {
    return await run(order, subject);
  } finally {
    await subject.embedded?.close();
  }
};
