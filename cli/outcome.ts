import type { ResolvedTarget } from '../client/target.ts';
import { EXIT, type ExitCode, exitCodeOf } from '../oracles/exit-code.ts';
import type { CellVerdict, Finding } from '../oracles/finding.ts';
import { type Cell } from '../oracles/ledger.ts';
import { rollUp } from '../oracles/roll-up.ts';
import { readJsonLines, writeJsonLines } from '../reports/json-lines.ts';
import { countOperations } from '../reports/operation-counts.ts';
import type { RunFolder } from '../reports/run-folder.ts';
import { countVerdicts, type RunRecord, totalsOf, writeRunRecord } from '../reports/run-record.ts';
import type { Exchange } from '../spec/exchange.ts';
import { OPERATIONS } from '../spec/operations.ts';
import type { RunPlan } from '../suites/run-plan.ts';
import { publicTarget } from './public-target.ts';
import type { SuiteOutcome } from './vitest-run.ts';

/** What a run is called and when it took place. */
export interface RunFrame {
  readonly command: string;
  readonly version: string;
  readonly startedAt: Date;
  readonly milliseconds: number;
}

/** All that the reports need of a finished run. */
export interface Outcome {
  readonly record: RunRecord;
  readonly verdicts: readonly CellVerdict[];
  readonly findings: readonly Finding[];
  readonly exchanges: readonly Exchange[];
  readonly exitCode: ExitCode;
}

/** A run that ended by itself left whole lines; a torn one is an error of ours, not something to pass over. */
const readWhole = <Item>(path: string): readonly Item[] => {
  const { items, torn } = readJsonLines<Item>(path);
  if (torn) throw new Error(`${path}, line ${torn.line} was not written to its end: ${torn.text}`);
  return items;
};

/** Rolls a run's findings up into its verdicts and writes `verdicts.jsonl` and `run.json`. */
export const concludeRun = (
  folder: RunFolder,
  cells: readonly Cell[],
  plan: RunPlan,
  target: ResolvedTarget,
  suites: SuiteOutcome,
  frame: RunFrame,
): Outcome => {
  const findings = readWhole<Finding>(folder.findings);
  const exchanges = readWhole<Exchange>(folder.exchanges);
  const verdicts = rollUp(cells, findings);
  writeJsonLines(folder.verdicts, verdicts);
  const exitCode =
    suites.harness.length > 0 ? EXIT.harness : exitCodeOf(verdicts.map((each) => each.verdict));
  const operations = countOperations(exchanges, verdicts);
  const wanted = OPERATIONS.filter((row) => plan.lines.includes(row.line)).map((row) => row.id);
  const record: RunRecord = {
    command: frame.command,
    assay: frame.version,
    node: process.version,
    k6: null,
    startedAt: frame.startedAt.toISOString(),
    endedAt: new Date(frame.startedAt.getTime() + frame.milliseconds).toISOString(),
    duration: Math.round(frame.milliseconds),
    seed: plan.seed,
    today: plan.today,
    lines: [...plan.lines],
    runs: Object.fromEntries(plan.lines.map((line) => [line, plan.runs])),
    target: publicTarget(target),
    exitCode,
    verdicts: countVerdicts(verdicts),
    operations,
    totals: totalsOf(wanted, operations, cells.length),
  };
  writeRunRecord(folder.run, record);
  return { record, verdicts, findings, exchanges, exitCode };
};
