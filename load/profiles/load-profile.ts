import { z } from 'zod';
import { didYouMean } from '../../client/did-you-mean.ts';
import { TextError } from '../../client/text-error.ts';
import { readTextFile } from '../../client/text-file.ts';
import { readYaml } from '../../client/yaml-document.ts';
import { type Line, LINES } from '../../spec/line.ts';
import { type Profile, profileSchema } from './profile.ts';
import { PROFILES } from './profiles.ts';

/** The profile is not there or cannot be run; the message lists everything that is wrong. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
}

const known: Readonly<Record<string, unknown>> = PROFILES;

const notThere = (name: string): ProfileError => {
  const guess = didYouMean(name, Object.keys(known));
  return new ProfileError(
    `there is no profile "${name}"${guess ? `, ${guess}` : ''}; known are ${Object.keys(known).join(', ')}, or name a file (.yaml, .json)`,
  );
};

const read = (nameOrFile: string): unknown => {
  if (Object.hasOwn(known, nameOrFile)) return known[nameOrFile];
  if (!/\.(ya?ml|json)$/.test(nameOrFile)) throw notThere(nameOrFile);
  try {
    return readYaml(readTextFile(nameOrFile)).value;
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    const said = error.problems.map(
      ({ at, wanted, got }) => `${nameOrFile}${at}: wanted ${wanted}, got ${got}`,
    );
    throw new ProfileError(
      `the profile cannot be read:\n${said.map((each) => `✖ ${each}`).join('\n')}`,
    );
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
    throw new ProfileError(
      `${name} is not a profile of load:\n${z.prettifyError(result.error).replaceAll(', received undefined', ', but it is missing')}`,
    );
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
