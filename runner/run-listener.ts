import type { Cell } from '../oracles/ledger.ts';
import type { RunFolder } from '../store/run-folder.ts';
import type { Outcome } from '../store/outcome.ts';
import type { TargetReview } from './review-target.ts';
import type { Scope } from '../oracles/facts.ts';
import type { CellVerdict } from '../oracles/finding.ts';
import type { RunChanges } from '../store/diff/run-diff.ts';
import type { RunProgress } from './suites-thread.ts';

/** What the console shows beside the outcome itself; no secret is in it. */
export interface OutcomeContext {
  readonly scope: Scope;
  /** Why cells are not judged, and what the target may say wrongly. */
  readonly review: TargetReview;
  /** What is the harness's own fault. */
  readonly harness: readonly string[];
  /** What was observed without being judged. */
  readonly observed: readonly string[];
  /** Addresses by name, which stand for themselves in printed URLs. */
  readonly addresses: { readonly base: string; readonly gap: string };
  /** What changed since an earlier run of the same target and policy, where there is one. */
  readonly since?: RunChanges | undefined;
  readonly curl: (verdict: CellVerdict) => string | undefined;
  readonly replay: (verdict: CellVerdict) => string;
}

/** Hears of a run from its beginning to its end: the console, or a program that called Assay. */
export interface RunListener {
  /** Told once what is to be judged and where it is kept, before anything is sent. */
  readonly begun: (folder: RunFolder, cells: readonly Cell[]) => void;
  /** Told a line for people: what is under test, how it is called, where the run is kept. */
  readonly line: (text: string) => void;
  /** Told how far the run is; `stop` is called when nothing more is sent. */
  readonly progress: RunProgress & { readonly stop: () => void };
  /** Told once how the run ended. */
  readonly ended: (outcome: Outcome, context: OutcomeContext) => void;
  /** Told in a sentence what the machine is at fault for. */
  readonly trouble: (sentence: string) => void;
}

/** A listener that ignores all but the end of a run and the machine's faults, which nobody may ignore. */
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
