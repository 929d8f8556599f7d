/** The verdict of a cell, from harmless to grave (README, "What a run leaves"). */
export type VerdictWord =
  'not-applicable' | 'observed' | 'pass' | 'inconclusive' | 'waived' | 'fail' | 'error';

/** A cell that a run judges: a requirement on an operation. */
export interface PlannedCell {
  /** `requirement@operation`. */
  readonly cell: string;
  /** Such as `GAP-CONTRACT-01`. */
  readonly requirement: string;
  /** Such as `gap.contract-create`. */
  readonly operation: string;
}

/** What a run is about to judge; known before anything is sent. */
export interface RunPlanned {
  /** Where the run is kept, absolute. */
  readonly folder: string;
  readonly seed: number;
  readonly cells: readonly PlannedCell[];
}

/** The one verdict of a cell, as it stands in `verdicts.jsonl`. */
export interface RunVerdict extends PlannedCell {
  /** Such as `gap`. */
  readonly line: string;
  readonly verdict: VerdictWord;
  /** Why it is inconclusive, observed or not applicable: a code such as `twin-refused`. */
  readonly reason?: string;
  /** What the specification asks for, in a line. */
  readonly wanted: string;
  /** What came, in a line. */
  readonly got: string;
  /** JSON pointer into the body, or a header's name. */
  readonly where?: string;
  /** Numbers of the exchanges in `exchanges.jsonl` that show it, the decisive one last. */
  readonly exchanges: readonly number[];
  /** Who answers for a fail that is waived, why, and until which day. */
  readonly waiver?: { readonly reason: string; readonly owner: string; readonly expires: string };
}

/** How a run ended. */
export interface RunEnd {
  /** As the command line would end: 0 conformant, 1 the service is at fault, 3 incomplete, 4 Assay is at fault, 5 a waiver. */
  readonly exitCode: 0 | 1 | 2 | 3 | 4 | 5;
  /** Where the run is kept, absolute. */
  readonly folder: string;
  /** How many cells have each verdict. */
  readonly counts: Readonly<Record<VerdictWord, number>>;
  /** Why it was stopped before its end; null where it was not. */
  readonly stopped: string | null;
  /** What was not the service's fault, a sentence each: Assay's own errors, and what of this machine failed. */
  readonly trouble: readonly string[];
}

/**
 * A run that was started; it begins when those before it in the same process have ended. Each of its parts rejects alike:
 * with a UsageError where the request or the target is at fault, and nothing is left then; with any other error where Assay is.
 */
export interface RequestedRun {
  /** What is judged; there before anything is sent. */
  readonly plan: Promise<RunPlanned>;
  /**
   * The verdict of each cell, in the order of the plan. They are known together, at the end of the run, since a fail has to be
   * seen twice; may be walked through several times.
   */
  readonly verdicts: AsyncIterable<RunVerdict>;
  /** How the run ended; there when its folder is complete. */
  readonly ended: Promise<RunEnd>;
  /** Sends nothing more; what there is is judged, and the run ends as one that was stopped. */
  readonly stop: () => void;
}
