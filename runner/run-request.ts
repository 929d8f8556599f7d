import type { Target } from '../client/target.ts';

/** A line of business; `gap` is motor gap. */
export type RequestedLine = 'jobloss' | 'travel' | 'landlord' | 'gap';

/** Drafts per line, at most. */
export const MOST_DRAFTS = 10_000;

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
