import type { RunRequest } from './run-request.ts';

/** The largest seed; the smallest is 0. */
const LARGEST_SEED = 2 ** 31 - 1;

/** Drafts per line, at most. */
export const MAX_DRAFTS = 10_000;

/** An option of a run: what its value is, and what `--help` says of it. Its flag is its key: `maxTime` is `--max-time`. */
export interface RunOption {
  /** Two numbers: a whole number from one to the other. */
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
    | readonly [from: number, to: number];
  /** Of a number. */
  readonly unit?: 'seconds';
  readonly help: string;
}

/** Every option that the command line and a program have in common; `key` and `challenge` are of certify alone. */
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
    kind: [0, LARGEST_SEED],
    help: 'seed of the random data; the same seed gives the same data',
  },
  challenge: {
    kind: 'challenge',
    help: 'answer this challenge of the recipient, or that in a file; the seed derives from it',
  },
  runs: { kind: [1, MAX_DRAFTS], help: 'number of drafts per line' },
  maxTime: { kind: [1, 86_400], unit: 'seconds', help: 'stop sending after this many seconds' },
  failFast: {
    kind: 'switch',
    help: 'stop sending at the first proven fail; what failed last time is sent first',
  },
  onlyFailed: { kind: 'switch', help: 'judge only what did not pass last time on this target' },
  waivers: {
    kind: 'file',
    help: 'file of accepted fails (default: assay.waivers.yaml, if it exists)',
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
type Always = 'line' | 'fault' | 'seed' | 'runs' | 'out';

/** Options of the command line alone, and of the harness itself. */
interface OwnOptions {
  readonly target?: string;
  /** A target that a program has made, instead of a file. */
  readonly document?: object;
  /** Events as JSON Lines on the standard output, and nothing else there. */
  readonly json?: true;
  /** Prints the failures, a line each, and the last line. */
  readonly quiet?: true;
  /** Every test as it ends, and every failed cell in full. */
  readonly verbose?: true;
  readonly allure?: boolean;
  /** False where no conformance page is written. */
  readonly page?: boolean;
  /** Tells what would be sent, and sends it to the embedded service only. */
  readonly list?: true;
  /** The moment that the run takes for now, for tests of the harness. */
  readonly clock?: Date;
  /** The reference service, whatever the environment says. */
  readonly embedded?: true;
}

type Optional = Omit<RunRequest, Always | 'target' | 'signal' | 'onProgress'> & OwnOptions;

/** Order of a run: what a program may ask for, with absolute paths, and more. */
export type RunOptions = Required<Pick<RunRequest, Always>> & {
  readonly [Key in keyof Optional]?: Optional[Key] | undefined;
};

/** Names of the service that is meant, as its caller gives them; none: that of the environment, or the embedded one. */
export type ServiceOptions = Pick<RunOptions, 'target' | 'baseUrl' | 'gapBaseUrl' | 'insecure'>;

/** A random seed. */
export const newSeed = (): number => Math.floor(Math.random() * LARGEST_SEED);
