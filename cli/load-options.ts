import { type Command, Option } from 'commander';
import { LIVE_OUTPUTS, type LiveOutput } from '../load/live/live-metrics.ts';
import { parsePath, parseWholeNumber } from './parse-values.ts';
import { addTargetOptions, lineOption, outOption, type RunOptions, seedOption } from './options.ts';

/** The options of `assay load`. */
export interface LoadOptions extends Pick<
  RunOptions,
  'target' | 'baseUrl' | 'gapBaseUrl' | 'insecure' | 'line' | 'seed' | 'dialect' | 'fault' | 'out'
> {
  /** A name, or a file. */
  readonly profile: string;
  /** How many instances of k6 share the load; left out: one. */
  readonly instances?: number;
  /** Where k6 sends what it measures while it goes on. */
  readonly live?: LiveOutput;
  /** Where is written what k6-operator runs, instead of sending it; absolute. */
  readonly kubernetes?: string;
  /** Nothing is sent: what the profiles would send is printed. */
  readonly list?: true;
  /** The definition that the TestRun is held against; absolute. */
  readonly crd?: string;
}

/** Instances on one machine, and pods, at most. */
export const MOST_INSTANCES = 8;
const MOST_PODS = 1000;

/** `--instances`, on commands that send load once. */
export const instancesOption = (): Option =>
  new Option(
    '--instances <number>',
    `split the load over this many k6 processes, 2 to ${MOST_INSTANCES}, or pods with --kubernetes`,
  ).argParser(parseWholeNumber(2, MOST_PODS));

/** `--live`: who looks at the load while it goes on. */
export const liveOption = (): Option =>
  new Option(
    '--live <output>',
    'stream the metrics there during the run, configured by K6_PROMETHEUS_RW_… or K6_OTEL_…',
  )
    .choices(LIVE_OUTPUTS)
    .conflicts('kubernetes');

/** `--kubernetes`: the load is written, not sent. */
export const kubernetesOption = (): Option =>
  new Option(
    '--kubernetes <folder>',
    'write manifests for k6-operator there; send nothing',
  ).argParser(parsePath);

/** `--crd`: what is written is held against the definition of a cluster. */
export const crdOption = (): Option =>
  new Option(
    '--crd <file>',
    "validate the TestRun of --kubernetes against this CRD with the API server's own code; needs Go once",
  ).argParser(parsePath);

/** `--list`: what the profiles would send, and which limits they could not judge. */
export const listOption = (): Option =>
  new Option(
    '--list',
    'print what each profile would send, and the limits that it cannot judge; send nothing',
  );

/** Adds the options of `assay load`; `profile` is the default, `seed` the option for it. */
export const addLoadOptions = (command: Command, profile = 'smoke', seed = seedOption()): Command =>
  addTargetOptions(
    command.option(
      '--profile <name>',
      'load profile: smoke, load, stress, spike, soak, capacity, or a file',
      profile,
    ),
  )
    .addOption(lineOption())
    .addOption(seed)
    .addOption(outOption());
