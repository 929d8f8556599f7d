import type { Line } from '../../spec/line.ts';
import type { LiveOutput } from '../live/live-metrics.ts';

/** The options of `assay load`. */
export interface LoadOptions {
  /** A target file, `FILE#NAME` for one of several in it. */
  readonly target?: string;
  readonly baseUrl?: string;
  readonly gapBaseUrl?: string;
  /** No certificate is verified. */
  readonly insecure?: boolean;
  readonly line: readonly Line[];
  readonly seed: number;
  /** Of the reference service. */
  readonly dialect?: string;
  readonly fault: readonly string[];
  /** Where the run's folder is made, absolute. */
  readonly out: string;
  /** A name, or a file. */
  readonly profile: string;
  /** How many instances of k6 share the load; left out: one. */
  readonly instances?: number;
  /** Where k6 sends what it measures while it goes on. */
  readonly live?: LiveOutput;
  /** More outputs of k6, in its own words. */
  readonly k6Out?: readonly string[];
  /** Tags of the caller's own for every sample. */
  readonly tag?: Readonly<Record<string, string>>;
  /** Where the JUnit file is written beside the run's folder, absolute. */
  readonly junit?: string;
  /** Where is written what k6-operator runs, instead of sending it; absolute. */
  readonly kubernetes?: string;
  /** Nothing is sent: what the profiles would send is printed. */
  readonly list?: true;
  /** The second build that has the same load in turns: a target file, or the name of a target in the file of `target`. */
  readonly against?: string;
}

/** Instances of k6 on one machine at most. */
export const MOST_INSTANCES = 8;
