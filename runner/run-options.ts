import type { Line } from '../spec/line.ts';
import type { SelectionOptions } from '../store/selection.ts';

/** Names of the service that is meant, as its caller gives them; none: that of the environment, or the embedded one. */
export type ServiceOptions = Pick<RunOptions, 'target' | 'baseUrl' | 'gapBaseUrl' | 'insecure'>;

/** The options that certify and gate share. */
export interface RunOptions extends SelectionOptions {
  readonly target?: string;
  /** A target that a program has made, instead of a file. */
  readonly document?: object;
  readonly baseUrl?: string;
  readonly gapBaseUrl?: string;
  /** No certificate is verified. */
  readonly insecure?: boolean;
  readonly line: readonly Line[];
  readonly seed: number;
  /** Of certify: the nonce of a recipient, from which the seed derives. */
  readonly challenge?: string;
  readonly runs: number;
  readonly report?: true;
  /** Events as JSON Lines on the standard output, and nothing else there. */
  readonly json?: true;
  /** Prints the failures, a line each, and the last line. */
  readonly quiet?: true;
  /** True if the run writes Allure results. */
  readonly allure?: boolean;
  /** False where no conformance page is written. */
  readonly page?: boolean;
  /** Seconds after which Assay stops sending. */
  readonly maxTime?: number;
  readonly failFast?: true;
  /** Only the cells that did not pass when they were last judged on this target. */
  readonly onlyFailed?: true;
  /** Tells what would be sent, and sends it to the embedded service only. */
  readonly list?: true;
  /** Every test as it ends, and every failed cell in full. */
  readonly verbose?: true;
  /** Absolute; left out: `assay.waivers.yaml` in the caller's folder, where there is one. */
  readonly waivers?: string;
  /** Absolute path of a JUnit file beside the run's folder. */
  readonly junit?: string;
  /** Absolute path of a code quality report for GitLab. */
  readonly codeQuality?: string;
  /** Of certify: the file of the key that signs, absolute; left out: ASSAY_SIGNING_KEY, where it is set. */
  readonly key?: string;
  /** Packs the run into one file beside its folder. */
  readonly gzip?: true;
  /** The moment that the run takes for now, for tests of the harness. */
  readonly clock?: Date;
  /** The reference service, whatever the environment says. */
  readonly embedded?: true;
  /** Of the reference service. */
  readonly dialect?: string;
  readonly fault: readonly string[];
  /** Absolute path of the folder in which the run's own is made. */
  readonly out: string;
}

/** The largest seed; the smallest is 0. */
export const LARGEST_SEED = 2 ** 31 - 1;

/** A random seed. */
export const newSeed = (): number => Math.floor(Math.random() * LARGEST_SEED);
