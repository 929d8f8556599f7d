import { type Command, InvalidArgumentError, Option } from 'commander';
import { LIVE_OUTPUTS, outputProblem } from '../../load/live/live-metrics.ts';
import { tagProblem } from '../../load/profiles/profile.ts';
import { parsePath, parseWholeNumber } from '../../runner/parse-values.ts';
import { addTargetOptions, lineOption, outOption, seedOption } from './options.ts';
import { MOST_INSTANCES } from '../../load/running/ready-load.ts';

/** Pods at most. */
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

/** Parses an output of k6 in its own words; repeated options add up. */
const parseK6Out = (value: string, before: readonly string[] | undefined): readonly string[] => {
  const problem = outputProblem(value);
  if (problem !== undefined) throw new InvalidArgumentError(`${problem}.`);
  return [...(before ?? []), value];
};

/** Parses `name=value` of a tag; repeated options add up. */
const parseTag = (
  value: string,
  before: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> => {
  const [name = '', ...rest] = value.split('=');
  const tag = rest.join('=');
  const wanted = rest.length === 0 ? 'name=value' : tagProblem(name, tag);
  if (wanted !== undefined) throw new InvalidArgumentError(`Wanted ${wanted}.`);
  if (before?.[name] !== undefined)
    throw new InvalidArgumentError(`The tag ${name} was given twice; leave one of them out.`);
  return { ...before, [name]: tag };
};

/** `--k6-out`: further outputs of k6. */
export const k6OutOption = (): Option =>
  new Option(
    '--k6-out <output>',
    "also send k6's metrics there, as its --out does: json=FILE, influxdb=URL …; can be repeated",
  )
    .argParser(parseK6Out)
    .conflicts('kubernetes');

/** `--tag`: tags of the caller's own. */
export const tagOption = (): Option =>
  new Option(
    '--tag <name=value>',
    "tag the run with it, and every sample of k6's outputs; can be repeated",
  )
    .argParser(parseTag)
    .conflicts('kubernetes');

/** `--against`: two builds on one machine. */
export const againstOption = (): Option =>
  new Option(
    '--against <other>',
    'send the same load to this candidate in turns; exit with 1 if it is slower than the target; a target file, or a name in --target',
  ).conflicts(['kubernetes', 'instances', 'live', 'k6Out', 'tag', 'list']);

/** `--kubernetes`: the load is written, not sent. */
export const kubernetesOption = (): Option =>
  new Option(
    '--kubernetes <folder>',
    'write manifests for k6-operator there; send nothing',
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
