import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { resolveCallerPath } from '../client/project.ts';
import { messageOf } from '../client/usage-error.ts';
import { didYouMean } from '../client/did-you-mean.ts';
import { LARGEST_SEED, newSeed, RANDOM } from './seed.ts';
import { isLine, type Line, LINES } from '../spec/line.ts';

/** Names of `a, b`; empty ones are rejected. */
const namesIn = (value: string, what: string): readonly string[] => {
  const names = value.split(',').map((name) => name.trim());
  if (!names.includes('')) return names;
  throw new InvalidArgumentError(
    `Expected names of ${what} separated by commas, got an empty one.`,
  );
};

/** Parses `jobloss,travel`; repeated options accumulate. */
export const parseLines = (value: string, before: readonly Line[] | undefined): readonly Line[] => {
  const lines = namesIn(value, 'lines').flatMap((name): readonly Line[] => {
    if (name === 'all') return LINES;
    if (isLine(name)) return [name];
    const guess = didYouMean(name, LINES)?.replace('did', ' Did') ?? '';
    throw new InvalidArgumentError(
      `There is no line "${name}". Lines: ${LINES.join(', ')}.${guess}`,
    );
  });
  // The default is all lines; the first --line replaces it, further ones accumulate.
  const kept = before === undefined || before === LINES ? [] : before;
  return LINES.filter((line) => kept.includes(line) || lines.includes(line));
};

/** Creates a parser of whole numbers from min to max. */
export const parseWholeNumber = (min: number, max: number) => (value: string) => {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
  }
  return number;
};

/** Parses a seed: a whole number, or `random` for a new one. */
export const parseSeed = (value: string): number => {
  if (value === RANDOM) return newSeed();
  if (/^\d+$/.test(value) && Number(value) <= LARGEST_SEED) return Number(value);
  throw new InvalidArgumentError(
    `Expected a whole number from 0 to ${LARGEST_SEED}, or ${RANDOM}.`,
  );
};

/** Parses a path relative to the current folder. */
export const parsePath = (value: string): string => {
  try {
    return resolveCallerPath(value);
  } catch (error) {
    throw new InvalidArgumentError(messageOf(error));
  }
};

/** Parses the path of a target file, or `FILE#NAME` for one of several in it. */
export const parseTarget = (value: string): string => {
  const path = parsePath(value);
  // A file name may contain #.
  if (/^#[^.]*$/.test(basename(value)) && !existsSync(path))
    throw new InvalidArgumentError(
      `The file is missing before "#"; write it there, such as target.yaml${basename(value)}.`,
    );
  return path;
};

/** Parses the faults of `a,b`; repeated options accumulate. */
export const parseFaults = (value: string, before: readonly string[]): readonly string[] => [
  ...before,
  ...namesIn(value, 'faults'),
];

/** Parses a port; 0 selects any free one. */
export const parsePort = parseWholeNumber(0, 65_535);

/** Parses a time such as 2026-03-01T23:59:00Z. */
export const parseMoment = (value: string): Date => {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) {
    throw new InvalidArgumentError('Expected a moment such as 2026-03-01T23:59:00Z.');
  }
  return moment;
};

/** Parses `GAP-*,ID-02`; repeated options accumulate. Throws InvalidArgumentError for an empty list. */
export const parsePatterns = (
  value: string,
  before: readonly string[] | undefined,
): readonly string[] => {
  const patterns = value
    .split(',')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '');
  if (patterns.length === 0) throw new InvalidArgumentError('Expected an id or a pattern.');
  return [...(before ?? []), ...patterns];
};
