import type { Waiver } from '../oracles/waive.ts';
import { type DatedRelease, isNewer, isVersion, releasesAfter } from '../spec/releases.ts';
import { RELEASES } from '../store/releases.ts';
import { VERSION } from '../store/version.ts';
import type { ResolvedTarget } from '../client/target.ts';
import type { RunOrder } from './run-order.ts';

/** Version of Assay that made an earlier run on the target, and its UTC day, YYYY-MM-DD. */
export interface EarlierRun {
  readonly assay: string;
  readonly day: string;
  /** Last days of its observations, by release. */
  readonly observed: Readonly<Record<string, string>>;
}

/** Days after its release in which a release can be observed at all: a restored folder may hold only runs of older versions. */
const MOST_DAYS = 180;
/** Days of observation if `--new observe` is given and the target names none. */
const DAYS = 14;

/** Days in which a run only observes what a release added; 0 if its fails count at once. */
export const daysOfObservation = (
  { command, new: asked }: Pick<RunOrder, 'command' | 'new'>,
  { new: declared }: Pick<ResolvedTarget, 'new'>,
): number => {
  if (command !== 'gate' || asked === 'fail') return 0;
  return declared?.observe ?? (asked === 'observe' ? DAYS : 0);
};

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/**
 * First day of a release on a target: that of the first run with it, or today, if an older version ran there before. Without
 * such a run nobody knows when the update took place, and the day of the release counts.
 */
const firstDay = (
  { version, date }: DatedRelease,
  earlier: readonly EarlierRun[],
  today: string,
): string => {
  const known = earlier.filter(({ assay }) => isVersion(assay));
  if (!known.some(({ assay }) => isNewer(version, assay))) return date;
  const [first = today] = known
    .filter(({ assay }) => !isNewer(version, assay))
    .map(({ day }) => day)
    .toSorted();
  return first;
};

/** Last day of a release on a target: the one that the newest run recorded, or else counted from its first day. */
const lastDay = (
  release: DatedRelease,
  days: number,
  earlier: readonly EarlierRun[],
  today: string,
): string => {
  const recorded = earlier.find(({ observed }) => observed[release.version] !== undefined);
  const last =
    recorded?.observed[release.version] ?? dayAfter(firstDay(release, earlier, today), days);
  const latest = dayAfter(release.date, MOST_DAYS);
  return last < latest ? last : latest;
};

/**
 * Waivers of what releases added, each until its last day of observation; only those that hold on this UTC day. Earlier runs
 * come newest first.
 */
export const observedAdditions = (
  days: number,
  earlier: readonly EarlierRun[],
  today: string,
  releases: readonly DatedRelease[] = releasesAfter(undefined, RELEASES),
): readonly Waiver[] =>
  releases
    .filter(({ version }) => !isNewer(version, VERSION))
    .flatMap((release) => {
      const expires = lastDay(release, days, earlier, today);
      if (days === 0 || expires < today) return [];
      return release.changes
        .filter(({ kind }) => kind === 'new')
        .map(({ requirement, operation = '*' }) => ({
          requirement,
          operation,
          reason: `new in ${release.version}, observed only`,
          owner: 'Assay',
          expires,
          release: release.version,
        }));
    });
