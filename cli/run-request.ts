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
  /** Of the embedded service. */
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
  /** Drafts per line, from 1 to 10,000. Left out: 5 of a gate, 25 of certify. */
  readonly runs?: number;
  /** Seconds after which nothing is sent any more. */
  readonly maxTime?: number;
  /** Whether nothing is sent any more after the first proven fail. */
  readonly failFast?: boolean;
  /** Whether only what did not pass when it was last judged on this target is judged. */
  readonly onlyFailed?: boolean;
  /** The file of fails that are accepted for now. Left out: `assay.waivers.yaml`, where it is there. */
  readonly waivers?: string;
  /** Where the JUnit file is written beside the run's folder. */
  readonly junit?: string;
  /** Where a code quality report for GitLab is written. */
  readonly codeQuality?: string;
  /** Of certify: the file of the key that signs the certificate. Left out: ASSAY_SIGNING_KEY, where it is set. */
  readonly key?: string;
  /** Whether the folder of the run is packed into one file, too. */
  readonly gzip?: boolean;
  /** Whether the Allure report is built. */
  readonly report?: boolean;
  /** Where the folder of the run is made. Left out: `reports/out` of the current folder. */
  readonly out?: string;
  /** Once it is aborted nothing is sent any more, and what there is is judged. */
  readonly signal?: AbortSignal;
  /** Told how far the run is. */
  readonly onProgress?: (progress: RunProgressed) => void;
}
