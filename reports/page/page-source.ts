import type { CellVerdict, Finding } from '../../oracles/finding.ts';
import type { OpenPoint } from '../../oracles/open-point.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { SinceRun } from '../../store/diff/since-run.ts';
import type { RunRecord } from '../../store/run-record.ts';

/** What the conformance page of a run is made from; all of it without secrets. */
export interface PageSource {
  readonly record: RunRecord;
  readonly verdicts: readonly CellVerdict[];
  readonly findings: readonly Finding[];
  readonly exchanges: readonly Exchange[];
  readonly points: readonly OpenPoint[];
  /** Why cells stand open, a sentence each, the gravest first. */
  readonly causes: readonly string[];
  /** What changed since an earlier run of the same target, where there is one. */
  readonly since?: SinceRun | undefined;
  /** Command that sends the decisive request of a cell again; undefined where it is not known any more. */
  readonly curl: (verdict: CellVerdict) => string | undefined;
  /** Command that runs a cell again. */
  readonly replay: (verdict: CellVerdict) => string;
}
