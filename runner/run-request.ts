import type { Target } from '../client/target.ts';

/** A line of business; `gap` is motor gap. */
export type RequestedLine = 'jobloss' | 'travel' | 'landlord' | 'gap';

/** How far a run is: so many tests of so many have ended, this one last. */
export interface RunProgressed {
  readonly done: number;
  /** Grows while a run begins. */
  readonly total: number;
  readonly label: string;
}

/**
 * What is to be judged, and how. Every key may be left out; the command line has a flag of the same meaning for each but the
 * last two. Paths are relative to the current folder.
 */
export interface RunRequest {
  /**
   * What is under test: a target of plain data, or the path of a file. Left out: the service of ASSAY_BASE_URL, else the
   * embedded reference service.
   */
  readonly target?: Target | string;
  /** Address of jobloss, travel and landlord; wins over the target's. */
  readonly baseUrl?: string;
  /** Address of motor gap; wins over the target's. */
  readonly gapBaseUrl?: string;
  /** Whether no certificate is verified; only of this machine and of `testHosts` in the target. */
  readonly insecure?: boolean;
  /** Of the reference service. */
  readonly dialect?: string;
  /** Faults that are sown into the embedded service. */
  readonly fault?: readonly string[];
  /** Left out: all four. */
  readonly line?: readonly RequestedLine[];
  /** Ids of requirements or patterns, such as `GAP-*`. Left out: all. */
  readonly requirement?: readonly string[];
  /** Ids of operations or patterns, such as `gap.*`. Left out: all. */
  readonly operation?: readonly string[];
  /** Draws the same data again; from 0 to 2,147,483,647. Left out: a new one. */
  readonly seed?: number;
  /** Of certify: the nonce of a recipient (`assay challenge`), from which the seed derives; without `seed`. */
  readonly challenge?: string;
  /** Drafts per line, from 1 to 10,000. Left out: 5 of a gate, 25 of certify. */
  readonly runs?: number;
  /** Seconds after which Assay stops sending. */
  readonly maxTime?: number;
  /** Whether Assay stops sending at the first proven fail. */
  readonly failFast?: boolean;
  /** Whether Assay judges only the cells that did not pass last time on this target. */
  readonly onlyFailed?: boolean;
  /** The waivers file. Left out: `assay.waivers.yaml`, if it exists. */
  readonly waivers?: string;
  /** Where the JUnit file is written beside the run's folder. */
  readonly junit?: string;
  /** Where a code quality report for GitLab is written. */
  readonly codeQuality?: string;
  /** Of certify: the file of the signing key. Left out: ASSAY_SIGNING_KEY, if set. */
  readonly key?: string;
  /** Whether Assay also packs the run folder into one file. */
  readonly gzip?: boolean;
  /** Whether Assay builds the Allure report. */
  readonly report?: boolean;
  /** Where Assay creates the run folder. Left out: `reports/out` of the current folder. */
  readonly out?: string;
  /** Once it is aborted, Assay stops sending and judges what it has. */
  readonly signal?: AbortSignal;
  /** Called with the progress of the run. */
  readonly onProgress?: (progress: RunProgressed) => void;
}

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
