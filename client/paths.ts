import { isAbsolute, relative, sep } from 'node:path';

// Paths as texts: for people, for command lines and for files that travel between systems. On Windows every program takes forward
// slashes, while a backslash has a meaning of its own in every shell, in patterns and in URLs.

/** A path with forward slashes. Elsewhere than on Windows a backslash is a part of a name, so nothing changes. */
export const withSlashes = (path: string): string =>
  sep === '\\' ? path.replaceAll('\\', '/') : path;

/** Path from a folder to what lies in it, with forward slashes; undefined for what lies above, beside, or on another drive. */
export const pathBelow = (folder: string, path: string): string | undefined => {
  const way = relative(folder, path);
  const isOutside = way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
  return isOutside ? undefined : withSlashes(way);
};

/** Tests if a path is a folder or lies in it. */
export const isInside = (folder: string, path: string): boolean =>
  pathBelow(folder, path) !== undefined;

/** A word with a leading dash would be an option. */
const asWord = (path: string): string => (path.startsWith('-') ? `./${path}` : path);

/** Path for people and command lines: from the current folder if it lies in it, else the whole one. */
export const shownPath = (path: string): string =>
  asWord(pathBelow(process.cwd(), path) ?? withSlashes(path));

/** The shorter of the path from the current folder and the whole one; always with a slash, so that it is no bare name. */
export const shortestPath = (path: string): string => {
  const near = asWord(withSlashes(relative(process.cwd(), path)));
  return near.includes('/') && near.length < path.length ? near : withSlashes(path);
};
