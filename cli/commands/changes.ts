import { Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../../client/usage-error.ts';
import { EXIT } from '../../oracles/exit-code.ts';
import type { CellVerdict } from '../../oracles/finding.ts';
import { concernedCells, renderReleases } from '../../reports/release-changes.ts';
import { isNewer, isVersion, type Release, releasesAfter } from '../../spec/releases.ts';
import { printableJson } from '../../store/printable.ts';
import { RELEASES } from '../../store/releases.ts';
import { readVerdicts } from '../../store/read-verdicts.ts';
import { replayedRunAt } from '../../store/replay-source.ts';
import { orUsageError, resolveRun } from '../../store/resolve-run.ts';
import type { CommandContext } from '../command-context.ts';
import { print } from '../output/print.ts';

interface ChangesOptions {
  readonly since?: string;
  readonly run?: string;
  readonly json?: true;
}

const parseVersion = (value: string): string => {
  if (isVersion(value)) return value;
  throw new InvalidArgumentError(`Expected a version such as 1.4.0, got ${value || 'nothing'}.`);
};

interface ReadRun {
  readonly version: string;
  readonly verdicts: readonly CellVerdict[];
}

const readRun = (name: string, version: string): ReadRun => {
  const { folder, start } = replayedRunAt(resolveRun(name), version);
  if (start.state === 'running')
    throw new UsageError(
      `${folder.path} has no verdicts: it was killed, or is still running; name another run`,
    );
  return { version: start.assay, verdicts: orUsageError(() => readVerdicts(folder, start)) };
};

/** Releases after a version, and what is not released yet if a checkout has something. */
const changedReleases = (since: string | undefined): readonly Release[] => [
  ...RELEASES.filter(({ version, changes }) => version === null && changes.length > 0),
  ...releasesAfter(since, RELEASES),
];

const documentOf = (
  since: string | undefined,
  releases: readonly Release[],
  run: readonly CellVerdict[] | undefined,
): object => ({
  since: since ?? null,
  releases: releases.map(({ changes, ...release }) => ({
    ...release,
    changes: changes.map((change) => ({ ...change, cells: concernedCells(change, run) })),
  })),
});

/** `assay changes`: how the verdicts of releases differ, and which cells of a run that concerns. */
export const changesCommand = ({ version, conclude }: CommandContext): Command =>
  new Command('changes')
    .description(
      'show what newer versions of Assay judge differently, and the cells of a run that this concerns',
    )
    .addOption(
      new Option(
        '--since <version>',
        'only versions after this one (default: that of --run, else all)',
      ).argParser(parseVersion),
    )
    .option('--run <run>', 'count the cells of this run: its folder, its name or latest')
    .option('--json', 'print JSON')
    .action(({ since: given, run: name, json }: ChangesOptions) => {
      const run = name === undefined ? undefined : readRun(name, version);
      const since = given ?? run?.version;
      if (since !== undefined && isNewer(since, version))
        throw new UsageError(
          `this is Assay ${version}, which does not know what ${since} judges; call that version`,
        );
      const releases = changedReleases(since);
      if (json) print(printableJson(documentOf(since, releases, run?.verdicts), 2));
      else if (releases.length > 0) print(renderReleases(releases, run?.verdicts));
      else
        print(
          since === undefined
            ? `Assay ${version} has no earlier release`
            : `Assay ${version} judges as ${since} did`,
        );
      conclude(EXIT.conformant);
    });
