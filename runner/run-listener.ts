import type { Cell } from '../oracles/ledger.ts';
import type { RunFolder } from '../store/run-folder.ts';
import type { Outcome } from '../store/outcome.ts';
import type { TargetReview } from './review-target.ts';
import type { Scope } from '../oracles/facts.ts';
import type { CellVerdict } from '../oracles/finding.ts';
import type { RunChanges } from '../store/diff/run-diff.ts';
import type { RunProgress } from './suites-thread.ts';

/** Console output beside the outcome itself; without secrets. */
export interface OutcomeContext {
  readonly scope: Scope;
  /** Causes of cells that were not judged, and probable errors in the target. */
  readonly review: TargetReview;
  /** Errors of the harness itself. */
  readonly harness: readonly string[];
  /** Observations that were not judged. */
  readonly observed: readonly string[];
  /** Addresses by name, which abbreviate them in printed URLs. */
  readonly addresses: { readonly base: string; readonly gap: string };
  /** Changes since an earlier run of the same target and policy, if there is one. */
  readonly since?: RunChanges | undefined;
  /** True if a cell failed with data that no earlier run on this target drew, and passed before (`firstDrawn`). */
  readonly isFirstDrawn: (verdict: CellVerdict) => boolean;
  readonly curl: (verdict: CellVerdict) => string | undefined;
  readonly replay: (verdict: CellVerdict) => string;
  readonly script: (verdict: CellVerdict) => string;
}

/** Receives the events of a run: implemented by the console and the API. */
export interface RunListener {
  /** Called once with the folder, the cells to judge and the seed, before anything is sent. */
  readonly begun: (folder: RunFolder, cells: readonly Cell[], seed: number) => void;
  /** Called with a line for people: target, name, folder of the run. */
  readonly line: (text: string) => void;
  /** Progress of the run; `stop` is called when nothing more is sent. */
  readonly progress: RunProgress & { readonly stop: () => void };
  /** Called once at the end of the run. */
  readonly ended: (outcome: Outcome, context: OutcomeContext) => void;
  /** Called with a sentence about an error of the machine. */
  readonly trouble: (sentence: string) => void;
}

/** A listener that ignores everything but the end of a run and errors of the machine. */
export const SILENT: Omit<RunListener, 'ended' | 'trouble'> = {
  begun: () => undefined,
  line: () => undefined,
  progress: {
    update: () => undefined,
    pulse: () => undefined,
    note: () => undefined,
    stop: () => undefined,
  },
};
