import { loadTarget } from '../../client/target/load-target.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import { load as loadKeys } from '../../client/target/target-limits.ts';
import { runSettingsOf, sampleShortage } from '../../load/verdict/limits.ts';
import { durationOf } from '../../load/measuring/schedule.ts';
import { loadProfile, PROFILES } from '../../load/profiles/load-profile.ts';
import { type Profile, plateauProfile } from '../../load/profiles/profile.ts';
import { EXIT, type ExitCode } from '../../oracles/exit-code.ts';
import type { Line } from '../../spec/line.ts';
import { type LoadOptions, orUsageError } from '../../load/running/load-setup.ts';
import { print } from '../output/print.ts';
import { ownTarget } from '../../runner/target-source.ts';

const NAME_WIDTH = 10;

/** Load of a profile, and the limits for which it sends too few price requests. */
const linesOf = (
  name: string,
  profile: Profile,
  target: Pick<ResolvedTarget, 'load'>,
  lines: readonly Line[],
): readonly string[] => {
  const steps = profile.kind === 'steps' ? profile : plateauProfile(profile, profile.start);
  const { schedule, thresholds } = runSettingsOf(target, steps, lines);
  const requests = schedule.reduce((sum, { count }) => sum + count, 0).toLocaleString('en');
  const seconds = Math.ceil(durationOf(schedule));
  const sent = `${requests} price requests in ${seconds} s${profile.kind === 'steps' ? '' : ' on its first plateau'}`;
  const few = thresholds.flatMap((each) => sampleShortage(each, schedule) ?? []);
  return [
    name.padEnd(NAME_WIDTH) + sent,
    ...(profile.description === undefined
      ? []
      : [`${' '.repeat(NAME_WIDTH)}${profile.description}`]),
    ...[...new Set(few)].map((text) => `${' '.repeat(NAME_WIDTH)}not judged: ${text}`),
  ];
};

/**
 * Prints every profile, including the chosen file, and the load that it would send to the target; sends nothing.
 * Throws UsageError.
 */
export const listProfiles = async (options: LoadOptions): Promise<ExitCode> => {
  const { profile: chosen, line } = options;
  const source = await ownTarget(options);
  // The embedded service has no limits.
  const target = source ? await loadTarget(source) : { load: loadKeys.parse({}) };
  const names = [...new Set([...Object.keys(PROFILES), chosen])];
  const lines = await orUsageError(() =>
    names.flatMap((name) => linesOf(name, loadProfile(name, line), target, line)),
  );
  print(lines.join('\n'));
  return EXIT.conformant;
};
