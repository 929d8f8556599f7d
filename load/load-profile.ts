import { existsSync, readFileSync } from 'node:fs';
import { distance } from 'fastest-levenshtein';
import { parse } from 'yaml';
import { z } from 'zod';
import { type Line, LINES } from '../spec/line.ts';
import { type Profile, profileSchema } from './profile.ts';
import { PROFILES } from './profiles.ts';

/** The profile is not there or cannot be run; the message lists everything that is wrong. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
}

const known: Readonly<Record<string, unknown>> = PROFILES;

const notThere = (name: string): ProfileError => {
  const guess = Object.keys(known).find((each) => distance(each, name) <= 2);
  return new ProfileError(
    `there is no profile "${name}"${guess ? `, did you mean ${guess}?` : ''}; known are ${Object.keys(known).join(', ')}, or name a file (.yaml, .json)`,
  );
};

const read = (nameOrFile: string): unknown => {
  if (Object.hasOwn(known, nameOrFile)) return known[nameOrFile];
  if (!/\.(ya?ml|json)$/.test(nameOrFile) || !existsSync(nameOrFile)) throw notThere(nameOrFile);
  try {
    return parse(readFileSync(nameOrFile, 'utf8'));
  } catch (error) {
    throw new ProfileError(`${nameOrFile} is no YAML: ${(error as Error).message}`);
  }
};

/** What a limit is about has to be part of the run, or it would hold whatever happens. */
const unmatched = (profile: Profile, lines: readonly Line[]): string[] => {
  if (profile.kind !== 'steps') return [];
  return profile.limits.flatMap(({ on, ...limits }, index) => {
    const where = `limits.${index}`;
    const found: string[] = [];
    if (on.line !== undefined && !lines.includes(on.line))
      found.push(
        `${where}.on.line: ${on.line} is not among the lines of this run (${lines.join(', ')})`,
      );
    if (on.step !== undefined && on.step > profile.steps.length)
      found.push(`${where}.on.step: there is no step ${on.step}, only ${profile.steps.length}`);
    if (Object.values(limits).every((limit) => limit === undefined))
      found.push(`${where}: wanted p95, p99 or errorRate, got none`);
    return found;
  });
};

const impossible = (profile: Profile): string[] => {
  if (profile.kind !== 'steps') return [];
  return profile.steps.flatMap(({ rate, seconds }, index) =>
    rate * seconds < 1
      ? [`steps.${index}: ${rate} a second for ${seconds} s is not even one request`]
      : [],
  );
};

/** The checked profile. Throws ProfileError for unknown keys, impossible rates and limits that match nothing. */
export const checkProfile = (
  value: unknown,
  name: string,
  lines: readonly Line[] = LINES,
): Profile => {
  const result = profileSchema.safeParse(value);
  if (!result.success)
    throw new ProfileError(`${name} is not a profile of load:\n${z.prettifyError(result.error)}`);
  const problems = [...unmatched(result.data, lines), ...impossible(result.data)];
  if (problems.length > 0)
    throw new ProfileError(
      `${name} cannot be run:\n${problems.map((each) => `✖ ${each}`).join('\n')}`,
    );
  return result.data;
};

/** The profile of this name, or of this file (YAML or JSON). Throws ProfileError. */
export const loadProfile = (nameOrFile: string, lines: readonly Line[] = LINES): Profile =>
  checkProfile(read(nameOrFile), nameOrFile, lines);
