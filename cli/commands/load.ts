import { Command, InvalidArgumentError, Option } from 'commander';
import { LIVE_OUTPUTS, outputProblem } from '../../load/live/live-metrics.ts';
import { tagProblem } from '../../load/profiles/profile.ts';
import { type LoadOptions, MOST_INSTANCES } from '../../load/running/load-setup.ts';
import { parsePath, parseWholeNumber } from '../../runner/parse-values.ts';
import type { CommandContext } from '../command-context.ts';
import { addLoadOptions, runOption } from '../options/options.ts';

const MOST_PODS = 1000;

/** Parses an output in k6's syntax; repeated options accumulate. */
const parseK6Out = (value: string, before: readonly string[] | undefined): readonly string[] => {
  const problem = outputProblem(value);
  if (problem !== undefined) throw new InvalidArgumentError(`${problem}.`);
  return [...(before ?? []), value];
};

/** Parses a tag, `name=value`; repeated options accumulate. */
const parseTag = (
  value: string,
  before: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> => {
  const [name = '', ...rest] = value.split('=');
  const tag = rest.join('=');
  const wanted = rest.length === 0 ? 'name=value' : tagProblem(name, tag);
  if (wanted !== undefined) throw new InvalidArgumentError(`Expected ${wanted}.`);
  if (before?.[name] !== undefined)
    throw new InvalidArgumentError(`The tag ${name} was given twice; remove one of them.`);
  return { ...before, [name]: tag };
};

const addOwnOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--against <other>',
        'compare with this candidate, a target file or a name in --target: send the same load to both in alternating blocks; exit with 1 if the candidate is slower',
      ).conflicts(['kubernetes', 'instances', 'live', 'k6Out', 'tag', 'list']),
    )
    .option(
      '--instances <number>',
      `split the load over this many k6 processes, 2 to ${MOST_INSTANCES}, or pods with --kubernetes`,
      parseWholeNumber(2, MOST_PODS),
    )
    .option(
      '--kubernetes <folder>',
      'write manifests for k6-operator there; send nothing',
      parsePath,
    )
    .option(
      '--image <image>',
      'with --kubernetes: the image of Assay for the pod that judges; default: assay:VERSION',
    )
    .addOption(
      new Option(
        '--live <output>',
        'stream the metrics there during the run, configured by K6_PROMETHEUS_RW_… or K6_OTEL_…',
      )
        .choices(LIVE_OUTPUTS)
        .conflicts('kubernetes'),
    )
    .addOption(
      new Option(
        '--k6-out <output>',
        "also send k6's metrics there, as its --out does: json=FILE, influxdb=URL …; can be repeated",
      )
        .argParser(parseK6Out)
        .conflicts('kubernetes'),
    )
    .addOption(runOption('junit').conflicts('kubernetes'))
    .addOption(
      new Option(
        '--tag <name=value>',
        "tag the run and every sample of k6's outputs; can be repeated",
      )
        .argParser(parseTag)
        .conflicts('kubernetes'),
    )
    .option(
      '--list',
      'print what each profile would send, and the limits that it cannot judge; send nothing',
    );

/** `assay load`: judges the speed and the answers of price requests under load. */
export const loadCommand = ({ version, conclude, takeStop }: CommandContext): Command =>
  addOwnOptions(
    addLoadOptions(
      new Command('load').description('send load to the price requests; judge speed and answers'),
    ),
  ).action(async (options: LoadOptions) => {
    if (options.list) {
      const { listProfiles } = await import('./load-list.ts');
      return conclude(await listProfiles(options));
    }
    const { sendLoad } = await import('./send-load.ts');
    conclude(await sendLoad(options, version, takeStop()));
  });
