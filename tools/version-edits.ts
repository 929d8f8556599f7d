import { format } from 'prettier';
import { UsageError } from '../client/usage-error.ts';

/** The version of a release, and its UTC day. */
export interface ReleaseMark {
  readonly version: string;
  readonly date: string;
}

/** Heading of the changelog that changesets takes for an earlier version, and above which it therefore writes the new one. */
const EARLIER = '## 0.0 Unreleased';

/** The changelog before changesets adds its entry. */
export const withEarlierHeading = (text: string): string =>
  text.replace(/^## Unreleased$/m, EARLIER);

/** The changelog afterwards: what was unreleased belongs to the entry above it. */
export const withoutEarlierHeading = (text: string): string => text.replace(`${EARLIER}\n\n`, '');

/** Edits the lock file itself: npm would ask the registry, and omit digests. */
const lockWith = (text: string, { version }: ReleaseMark): string => {
  const lock = JSON.parse(text) as { version: string; packages: { '': { version: string } } };
  lock.version = version;
  lock.packages[''].version = version;
  return `${JSON.stringify(lock, null, 2)}\n`;
};

/** Labels are literal in a Containerfile, so that a plain build has them. */
const labelsWith = (text: string, { version }: ReleaseMark): string =>
  text.replace(/(?<=org\.opencontainers\.image\.version=")[^"]*/, version);

/** Marks the entry that waits for a version, or adds one. */
const releasesWith = (text: string, mark: ReleaseMark): Promise<string> => {
  const list: unknown = JSON.parse(text === '' ? '[]' : text);
  if (!Array.isArray(list))
    throw new UsageError(`expected a list in spec/releases.json, got ${text.trim()}`);
  const waiting = list.findIndex((entry: { version?: unknown } | null) => entry?.version === null);
  const marked =
    waiting < 0
      ? [{ ...mark, changes: [] }, ...list]
      : list.map((entry: object, at) => (at === waiting ? { ...entry, ...mark } : entry));
  return format(JSON.stringify(marked), { parser: 'json', printWidth: 100 });
};

/** Files that repeat the version of `package.json`, with the edit for a new one; an absent file is an empty text. */
export const VERSION_EDITS: Readonly<
  Record<string, (text: string, mark: ReleaseMark) => string | Promise<string>>
> = {
  'package-lock.json': lockWith,
  Containerfile: labelsWith,
  'spec/releases.json': releasesWith,
};
