import type { RunRequest } from './run-request.ts';

/** Maximum drafts per line. */
export const MAX_DRAFTS = 10_000;

/** Option of a run: its kind of value, and its text in `--help`. The flag is its key: `maxTime` is `--max-time`. */
export interface RunOption {
  /** Two numbers: a whole number within this range. */
  readonly kind:
    | 'switch'
    | 'name'
    | 'address'
    | 'file'
    | 'folder'
    | 'target'
    | 'lines'
    | 'faults'
    | 'patterns'
    | 'challenge'
    | 'additions'
    | 'seed'
    | readonly [from: number, to: number];
  /** Of a number. */
  readonly unit?: 'seconds';
  readonly help: string;
}

/** Options common to the command line and the API; `key` and `challenge` are for certify only. */
export const RUN_OPTIONS = {
  target: {
    kind: 'target',
    help: 'target file (.yaml, .json or .ts); FILE#NAME picks one of several',
  },
  baseUrl: { kind: 'address', help: 'address of jobloss, travel and landlord' },
  gapBaseUrl: { kind: 'address', help: 'address of motor gap (default: base url)' },
  insecure: {
    kind: 'switch',
    help: 'skip TLS verification; only for this machine and testHosts of the target',
  },
  dialect: { kind: 'name', help: 'dialect of the reference service; see assay serve' },
  fault: { kind: 'faults', help: 'inject this fault into the reference service; see assay serve' },
  line: {
    kind: 'lines',
    help: 'lines of business, separated by commas: jobloss, travel, landlord, gap',
  },
  requirement: { kind: 'patterns', help: 'only these requirements, such as "GAP-*,ID-0?"' },
  operation: { kind: 'patterns', help: 'only these operations, such as "travel.*,gap.draft-get"' },
  seed: {
    kind: 'seed',
    help: 'seed of the random data: a number reproduces the same data, "random" gives new data',
  },
  challenge: {
    kind: 'challenge',
    help: 'challenge of the recipient, or a file that contains it; the seed derives from it',
  },
  runs: { kind: [1, MAX_DRAFTS], help: 'number of drafts per line' },
  maxTime: { kind: [1, 86_400], unit: 'seconds', help: 'stop sending after this many seconds' },
  failFast: {
    kind: 'switch',
    help: 'stop sending at the first proven fail; previous failures are sent first',
  },
  onlyFailed: { kind: 'switch', help: 'judge only what did not pass last time on this target' },
  waivers: {
    kind: 'file',
    help: 'file of accepted fails (default: assay.waivers.yaml, if it exists)',
  },
  new: {
    kind: 'additions',
    help: 'fails of requirements that an update of Assay added: let them fail, or only observe them for the days of new.observe in the target, else 14 (default: observe if the target has new, else fail)',
  },
  junit: { kind: 'file', help: 'also write the JUnit file here' },
  codeQuality: { kind: 'file', help: 'write a GitLab code quality report of what did not pass' },
  key: {
    kind: 'file',
    help: 'sign the certificate with this key; see assay keygen (default: ASSAY_SIGNING_KEY, if set)',
  },
  report: { kind: 'switch', help: 'also write Allure results and build their report' },
  gzip: { kind: 'switch', help: 'also pack the run into one file; every command reads it' },
  out: { kind: 'folder', help: 'create the run folder here' },
} as const satisfies Readonly<
  Record<Exclude<keyof RunRequest, 'signal' | 'onProgress'>, RunOption>
>;

/** Members of every order of a run. */
type Always = 'line' | 'fault' | 'runs' | 'out';

/** Options of the command line only, and of the harness itself. */
interface OwnOptions {
  /** Default: that of the day and the target. */
  readonly seed?: number;
  readonly target?: string;
  /** A target that a program passed, instead of a file. */
  readonly document?: object;
  /** Prints events as JSON Lines to standard output, and nothing else there. */
  readonly json?: true;
  /** Prints only the failures, a line each, and the last line. */
  readonly quiet?: true;
  /** Prints every test as it ends, and every failed cell in full. */
  readonly verbose?: true;
  readonly allure?: boolean;
  /** False if no conformance page is written. */
  readonly page?: boolean;
  /** Dry run: lists the requests after sending them to the embedded service only. */
  readonly list?: true;
  /** Current time of the run, for tests of the harness. */
  readonly clock?: Date;
  /** Selects the reference service, regardless of the environment. */
  readonly embedded?: true;
}

type Optional = Omit<RunRequest, Always | 'target' | 'seed' | 'signal' | 'onProgress'> & OwnOptions;

/** Order of a run: the options of the API with absolute paths, and internal ones. */
export type RunOptions = Required<Pick<RunRequest, Always>> & {
  readonly [Key in keyof Optional]?: Optional[Key] | undefined;
};

/** Service that the caller names; without any, that of the environment, or the embedded one. */
export type ServiceOptions = Pick<RunOptions, 'target' | 'baseUrl' | 'gapBaseUrl' | 'insecure'>;
