import type { Cell } from '../oracles/ledger.ts';
import type { RunFolder } from '../reports/run-folder.ts';
import type { Outcome } from './outcome.ts';
import type { OutcomeContext } from './print-outcome.ts';
import type { RunProgress } from './suite-outcome.ts';

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
