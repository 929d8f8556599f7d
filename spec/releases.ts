import type { Requirement } from './requirement.ts';
import { matchesGlob } from './glob.ts';
import type { OperationId } from './operations.ts';

/** Kinds of changes, from the one that can break a pipeline to the one that cannot. */
export const CHANGE_KINDS = ['new', 'stricter', 'milder'] as const;

/** A change of what Assay judges: the same service may get another verdict. */
export interface VerdictChange {
  /** new: judged for the first time. stricter: what passed may fail. milder: what failed, or was not judged, may pass. */
  readonly kind: (typeof CHANGE_KINDS)[number];
  /** Id of a requirement, or a pattern with * and ?. */
  readonly requirement: string;
  /** Id of an operation, or a pattern. Default: all operations of the requirement. */
  readonly operation?: string;
  /** The difference, one sentence. Default: the statement of the one requirement. */
  readonly what?: string;
}

/** A version of Assay, and how its verdicts differ from those of the version before. */
export interface Release {
  /** Such as 1.4.0; null for what is not released yet. */
  readonly version: string | null;
  /** UTC day, YYYY-MM-DD; null for what is not released yet. */
  readonly date: string | null;
  readonly changes: readonly VerdictChange[];
}

/** A release with its version and day. */
export interface DatedRelease extends Release {
  readonly version: string;
  readonly date: string;
}

const isDated = (release: Release): release is DatedRelease =>
  release.version !== null && release.date !== null;

/** Numbers of a version, such as 1, 4, 0; of a pre-release (1.4.0-rc.1) those of the version that it precedes. */
const numbers = (version: string): readonly number[] =>
  version.replace(/-.*/, '').split('.').map(Number);

/** True for a version such as 1.4.0. */
export const isVersion = (text: string): boolean => /^\d+\.\d+\.\d+$/.test(text);

/** True if a version is newer than another one; a pre-release is older than its version, and all those are alike. */
export const isNewer = (version: string, than: string): boolean => {
  const [own, other] = [numbers(version), numbers(than)];
  const at = own.findIndex((number, index) => number !== other[index]);
  if (at === -1) return than.includes('-') && !version.includes('-');
  return (own[at] ?? 0) > (other[at] ?? 0);
};

/** Releases that are newer than a version, in the same order; without one, all. */
export const releasesAfter = (
  version: string | undefined,
  all: readonly Release[],
): readonly DatedRelease[] =>
  all
    .filter(isDated)
    .filter((release) => version === undefined || isNewer(release.version, version));

/** Operations of a requirement that a change is about; empty for another requirement. */
export const changedOperations = (
  { requirement, operation = '*' }: VerdictChange,
  id: string,
  { operations }: Pick<Requirement, 'operations'>,
): readonly OperationId[] =>
  matchesGlob(requirement, id) ? operations.filter((on) => matchesGlob(operation, on)) : [];
