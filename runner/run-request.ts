import type { Target } from '../client/target.ts';

/** A line of business; `gap` is motor gap. */
export type RequestedLine = 'jobloss' | 'travel' | 'landlord' | 'gap';

/** Progress of a run: the number of completed tests, and the latest one. */
export interface RunProgressed {
  readonly done: number;
  /** Grows while a run starts. */
  readonly total: number;
  readonly label: string;
}

/**
 * Request for a run. Every key is optional; the command line has an equivalent flag for each but the last two. Paths are
 * relative to the current folder.
 */
export interface RunRequest {
  /**
   * Target under test: plain data, or the path of a file. Default: the service of ASSAY_BASE_URL, else the embedded reference
   * service.
   */
  readonly target?: Target | string;
  /** Address of jobloss, travel and landlord; overrides the target's. */
  readonly baseUrl?: string;
  /** Address of motor gap; overrides the target's. */
  readonly gapBaseUrl?: string;
  /** Disables certificate verification; only for this machine and `testHosts` in the target. */
  readonly insecure?: boolean;
  /** Dialect of the reference service. */
  readonly dialect?: string;
  /** Faults that are injected into the embedded service. */
  readonly fault?: readonly string[];
  /** Default: all four. */
  readonly line?: readonly RequestedLine[];
  /** Ids of requirements or patterns, such as `GAP-*`. Default: all. */
  readonly requirement?: readonly string[];
  /** Ids of operations or patterns, such as `gap.*`. Default: all. */
  readonly operation?: readonly string[];
  /**
   * Reproduces the same data; from 0 to 2,147,483,647, or `random`. Default: of a gate the seed of the UTC day and the target's
   * name, of certify a random one.
   */
  readonly seed?: number | 'random';
  /** Of certify: the nonce of a recipient (`assay challenge`), from which the seed derives; without `seed`. */
  readonly challenge?: string;
  /** Drafts per line, from 1 to 10,000. Default: 5 for a gate, 25 for certify. */
  readonly runs?: number;
  /** Seconds after which Assay stops sending. */
  readonly maxTime?: number;
  /** Stops sending at the first proven fail. */
  readonly failFast?: boolean;
  /** Judges only the cells that did not pass last time on this target. */
  readonly onlyFailed?: boolean;
  /** Waivers file. Default: `assay.waivers.yaml`, if it exists. */
  readonly waivers?: string;
  /** Of a gate: whether requirements that an update of Assay added fail or are only observed. Default: as `new` of the target, else `fail`. */
  readonly new?: 'fail' | 'observe';
  /** Path of a JUnit file in addition to that in the run's folder. */
  readonly junit?: string;
  /** Path of a code quality report for GitLab. */
  readonly codeQuality?: string;
  /** Of certify: file of the signing key. Default: ASSAY_SIGNING_KEY, if set. */
  readonly key?: string;
  /** Also packs the run folder into one file. */
  readonly gzip?: boolean;
  /** Builds the Allure report. */
  readonly report?: boolean;
  /** Parent of the run folder. Default: `reports/out` of the current folder. */
  readonly out?: string;
  /** Stops sending once it is aborted; what was recorded is judged. */
  readonly signal?: AbortSignal;
  /** Called with the progress of the run. */
  readonly onProgress?: (progress: RunProgressed) => void;
}

/** Verdict of a cell, from harmless to serious (README, "What a run leaves"). */
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

/** Plan of a run; available before anything is sent. */
export interface RunPlanned {
  /** Absolute path of the run's folder. */
  readonly folder: string;
  readonly seed: number;
  readonly cells: readonly PlannedCell[];
}

/** Verdict of a cell, as in `verdicts.jsonl`. */
export interface RunVerdict extends PlannedCell {
  /** Such as `gap`. */
  readonly line: string;
  readonly verdict: VerdictWord;
  /** Reason for inconclusive, observed or not applicable: a code such as `twin-refused`. */
  readonly reason?: string;
  /** Expected behaviour, in one line. */
  readonly wanted: string;
  /** Actual behaviour, in one line. */
  readonly got: string;
  /** JSON pointer into the body, or a header's name. */
  readonly where?: string;
  /** Numbers of the exchanges in `exchanges.jsonl` that prove it, the decisive one last. */
  readonly exchanges: readonly number[];
  /** Reason, owner and expiry date of the waiver. */
  readonly waiver?: { readonly reason: string; readonly owner: string; readonly expires: string };
}

/** End of a run. */
export interface RunEnd {
  /**
   * Exit code of the equivalent command: 0 conformant, 1 the service is at fault, 2 a credential ended during the run, 3
   * incomplete, 4 Assay is at fault, 5 a waiver.
   */
  readonly exitCode: 0 | 1 | 2 | 3 | 4 | 5;
  /** Absolute path of the run's folder. */
  readonly folder: string;
  /** Number of cells by verdict. */
  readonly counts: Readonly<Record<VerdictWord, number>>;
  /** Reason why it was stopped early; null if it was not. */
  readonly stopped: string | null;
  /** Errors that are not the service's, a sentence each: those of Assay itself, and of the machine. */
  readonly trouble: readonly string[];
}

/**
 * A requested run; it starts when earlier ones in the same process have ended. All its members reject alike: with a UsageError
 * for an error in the request or the target, which leaves nothing behind; with any other error for one of Assay.
 */
export interface RequestedRun {
  /** Plan; available before anything is sent. */
  readonly plan: Promise<RunPlanned>;
  /**
   * Verdicts of the cells, in the order of the plan. All become available at the end of the run, since a fail has to be seen
   * twice; can be iterated several times.
   */
  readonly verdicts: AsyncIterable<RunVerdict>;
  /** End of the run; resolves when its folder is complete. */
  readonly ended: Promise<RunEnd>;
  /** Stops sending; what was recorded is judged, and the run ends as stopped. */
  readonly stop: () => void;
}
