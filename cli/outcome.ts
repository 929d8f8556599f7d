import type { ResolvedTarget } from '../client/target.ts';
import { EXIT, type ExitCode, exitCodeOf } from '../oracles/exit-code.ts';
import type { CellVerdict, Finding } from '../oracles/finding.ts';
import type { Cell } from '../oracles/ledger.ts';
import type { PairCoverage } from '../oracles/pair-coverage.ts';
import type { ProbeRecord } from '../oracles/probe-record.ts';
import { rollUp } from '../oracles/roll-up.ts';
import type { SequenceCoverage } from '../oracles/sequence-coverage.ts';
import { isStale, judgeWaivers, type WaiverOutcome, waiveVerdict } from '../oracles/waive.ts';
import { type JsonLines, readJsonLines, writeJsonLines } from '../reports/json-lines.ts';
import { countOperations } from '../reports/operation-counts.ts';
import { probeSetOf } from '../reports/probe-set.ts';
import type { RunFolder } from '../reports/run-folder.ts';
import { countVerdicts, type RunRecord, totalsOf, writeRunRecord } from '../reports/run-record.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { RunPlan } from '../suites/run-plan.ts';
import { dayOf } from './clock.ts';
import { type RunFrame, steadyNow } from './run-order.ts';
import { identityOf, type Subject } from './target-source.ts';
import type { SuiteOutcome } from './vitest-run.ts';

/** A run whose suites have ended. */
export interface EndedRun {
  readonly frame: RunFrame;
  readonly subject: Subject;
  readonly target: ResolvedTarget;
  readonly folder: RunFolder;
  readonly plan: RunPlan;
  readonly cells: readonly Cell[];
  readonly suites: SuiteOutcome;
}

/** All that the reports need of a finished run. */
export interface Outcome {
  readonly record: RunRecord;
  readonly verdicts: readonly CellVerdict[];
  readonly findings: readonly Finding[];
  readonly exchanges: readonly Exchange[];
  readonly waivers: readonly WaiverOutcome[];
  /** Of the lines whose sequences were played to the end. */
  readonly sequences: readonly SequenceCoverage[];
  /** Of the lines whose drafts were chosen for them, and all sent. */
  readonly pairs: readonly PairCoverage[];
  readonly exitCode: ExitCode;
}

/** A run that ended by itself left whole lines; a torn one is an error of ours, not something to pass over. */
const whole = <Item>(path: string, { items, torn }: JsonLines<Item>): readonly Item[] => {
  if (torn) throw new Error(`${path}, line ${torn.line} was not written to its end: ${torn.text}`);
  return items;
};

type Judged = Pick<Outcome, 'verdicts' | 'exchanges' | 'waivers' | 'exitCode'>;

const whatWasRun = ({ frame, subject, target, folder, plan, suites }: EndedRun) => {
  const { order } = frame;
  const probes = whole(folder.probes, readJsonLines<ProbeRecord>(folder.probes));
  return {
    seed: plan.seed,
    today: plan.today,
    lines: [...plan.lines],
    // Suites that did not load have announced nothing.
    probes: suites.harness.length > 0 ? null : probeSetOf(probes),
    selection: {
      requirements: order.requirement ? [...order.requirement] : null,
      operations: order.operation ? [...order.operation] : null,
    },
    runs: Object.fromEntries(plan.lines.map((line) => [line, plan.runs])),
    thorough: plan.thorough,
    targetFile: subject.embedded ? null : (order.target ?? null),
    ...identityOf(order, subject, target),
    stopped: suites.stopped ?? null,
  };
};

const recordOf = (run: EndedRun, judged: Judged): RunRecord => {
  const { startedAt, begun, order } = run.frame;
  const { exchanges, verdicts, waivers, exitCode } = judged;
  const milliseconds = steadyNow() - begun;
  const operations = countOperations(exchanges, verdicts);
  const wanted = [...new Set(run.cells.map((cell) => cell.operation))];
  return {
    command: order.command,
    assay: order.version,
    node: process.version,
    k6: null,
    startedAt: startedAt.toISOString(),
    endedAt: new Date(startedAt.getTime() + milliseconds).toISOString(),
    duration: Math.round(milliseconds),
    ...whatWasRun(run),
    waivers: waivers.map(({ waiver, state }) => ({ ...waiver, state })),
    exitCode,
    verdicts: countVerdicts(verdicts),
    operations,
    totals: totalsOf(wanted, operations, run.cells.length),
  };
};

/** Rolls a run's findings up into its verdicts, waives, and writes `verdicts.jsonl` and `run.json`. */
export const concludeRun = (run: EndedRun): Outcome => {
  const { folder, frame, plan, suites } = run;
  const findings = whole(folder.findings, readJsonLines<Finding>(folder.findings));
  const exchanges = whole(folder.exchanges, readJsonLines<Exchange>(folder.exchanges));
  const day = dayOf(frame.startedAt);
  const verdicts = rollUp(run.cells, findings, (verdict) =>
    waiveVerdict(verdict, frame.waivers, day),
  );
  const waivers = judgeWaivers(frame.waivers, verdicts, plan, day);
  writeJsonLines(folder.verdicts, verdicts);
  const exitCode =
    suites.harness.length > 0
      ? EXIT.harness
      : exitCodeOf(
          verdicts.map((each) => each.verdict),
          {
            staleWaiver: waivers.some(({ state }) => isStale(state)),
            stopped: suites.stopped !== undefined,
          },
        );
  const record = recordOf(run, { verdicts, exchanges, waivers, exitCode });
  writeRunRecord(folder.run, record);
  const sequences = whole(folder.sequences, readJsonLines<SequenceCoverage>(folder.sequences));
  const pairs = whole(folder.pairs, readJsonLines<PairCoverage>(folder.pairs));
  return { record, verdicts, findings, exchanges, waivers, sequences, pairs, exitCode };
};
