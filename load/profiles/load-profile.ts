import { z } from 'zod';
import { didYouMean } from '../../client/did-you-mean.ts';
import {
  matchingAlternative,
  keysOf,
  type SchemaNode,
  issuesOf,
  displayValue,
  type FileManual,
} from '../../client/target/target-issues.ts';
import {
  type Issue,
  problemList,
  problemsOf,
  type TargetProblem,
  pathText,
} from '../../client/target/target-error.ts';
import { TextError, readTextFile } from '../../client/target/text-file.ts';
import { readYaml, type TextDocument } from '../../client/target/yaml-document.ts';
import { type Line, LINES } from '../../spec/line.ts';
import { type Profile, profileSchema, type ProfileInput } from './profile.ts';

/** Built-in profiles for `--profile NAME`. */
export const PROFILES = {
  smoke: {
    kind: 'steps',
    description:
      'ten seconds for CI: are answers correct under light load, and does the setup work?',
    steps: [{ rate: 20, seconds: 10 }],
    judgeEvery: 1,
    journeys: 0.5,
    calibration: 3,
    // About correctness, on shared machines as well.
    validity: {
      dropped: 0.05,
      rate: 0.05,
      lag: 2000,
      cpu: 0.9,
      retransmits: 0.1,
      throttled: true,
    },
  },
  load: {
    kind: 'steps',
    description: 'the everyday rate, long enough for a p99',
    warmUp: { rate: 50, seconds: 60 },
    steps: [{ rate: 50, seconds: 600 }],
    journeys: 1,
    calibration: 30,
  },
  stress: {
    kind: 'steps',
    description: 'rising rates beyond the expected one',
    warmUp: { rate: 25, seconds: 30 },
    steps: [25, 50, 100, 200, 400].map((rate) => ({ rate, seconds: 60 })),
    journeys: 1,
    calibration: 30,
  },
  spike: {
    kind: 'steps',
    description: 'a sudden tenfold rate, and back',
    warmUp: { rate: 20, seconds: 30 },
    steps: [
      { rate: 20, seconds: 60 },
      { rate: 200, seconds: 30 },
      { rate: 20, seconds: 60 },
    ],
    journeys: 1,
    calibration: 30,
  },
  soak: {
    kind: 'steps',
    description: 'a low rate for two hours: does the service leak?',
    warmUp: { rate: 20, seconds: 60 },
    steps: [{ rate: 20, seconds: 7200 }],
    trend: 0.2,
    journeys: 0.5,
    calibration: 30,
  },
  capacity: {
    kind: 'capacity',
    description: 'a search for the highest rate that holds for a minute',
    start: 25,
    seconds: 60,
    calibration: 30,
  },
} as const satisfies Readonly<Record<string, ProfileInput>>;

/** The profile does not exist or is invalid; the message lists all errors. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
}

const known: Readonly<Record<string, unknown>> = PROFILES;

const missingProfileError = (name: string): ProfileError => {
  const guess = didYouMean(name, Object.keys(known));
  return new ProfileError(
    `there is no profile "${name}"${guess ? `, ${guess}` : ''}; expected ${Object.keys(known).join(', ')} or a file (.yaml, .json)`,
  );
};

const refuse = (problems: readonly TargetProblem[]): never => {
  throw new ProfileError(`the profile has ${problemList(problems)}`);
};

const read = (nameOrFile: string): TextDocument => {
  if (Object.hasOwn(known, nameOrFile)) return { value: known[nameOrFile], positionOf: () => '' };
  if (!/\.(ya?ml|json)$/.test(nameOrFile)) throw missingProfileError(nameOrFile);
  try {
    return readYaml(readTextFile(nameOrFile));
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    return refuse(problemsOf(nameOrFile, error));
  }
};

/** A limit has to match some part of the run, or it would always hold. */
const unmatched = (profile: Profile, lines: readonly Line[]): Issue[] => {
  if (profile.kind !== 'steps') return [];
  const { length } = profile.steps;
  return profile.limits.flatMap(({ on, ...limits }, index) => {
    const at = ['limits', index] as const;
    const found: Issue[] = [];
    if (on.line !== undefined && !lines.includes(on.line))
      found.push({
        path: [...at, 'on', 'line'],
        wanted: `a line of this run: ${lines.join(', ')}`,
        got: on.line,
        hint: `remove this limit, or add ${on.line} to --line`,
      });
    if (on.step !== undefined && on.step > length)
      found.push({
        path: [...at, 'on', 'step'],
        wanted: `the number of a step, 1 to ${length}`,
        got: String(on.step),
      });
    if (Object.values(limits).every((limit) => limit === undefined))
      found.push({
        path: at,
        wanted: 'a percentile such as p95, max, errorRate or newConnections',
        got: 'no such limit',
      });
    return found;
  });
};

const impossible = (profile: Profile): Issue[] => {
  if (profile.kind !== 'steps') return [];
  return profile.steps.flatMap(({ rate, to, seconds }, index): Issue[] => {
    if (rate === 0 && to === undefined)
      return [
        {
          path: ['steps', index, 'rate'],
          wanted: 'more than 0, or `to` for a ramp that begins with 0',
          got: '0',
        },
      ];
    if (((rate + (to ?? rate)) / 2) * seconds >= 1) return [];
    return [
      {
        path: ['steps', index],
        wanted: 'at least one request',
        got: `${rate}${to === undefined ? '' : ` to ${to}`} per second for ${seconds} s`,
        hint: 'raise rate or seconds',
      },
    ];
  });
};

const LEAST = 'the smallest profile: { kind: steps, steps: [{ rate: 10, seconds: 60 }] }';

/** The keys of a profile of this kind; a key of the other kind gets an error that says so. */
const manualOf = (value: object): FileManual => {
  const all = z.toJSONSchema(profileSchema, { io: 'input' }) as SchemaNode;
  const schema = matchingAlternative(all, value);
  const others = (all.oneOf ?? []).flatMap((option) =>
    keysOf(option).map((key) => [
      key,
      `only a profile of kind ${String(option.properties?.['kind']?.const)} has it`,
    ]),
  );
  const here = keysOf(schema);
  const meant = Object.fromEntries(others.filter(([key = '']) => !here.includes(key)));
  return { what: 'profile', schema, meant };
};

const issuesIn = (value: unknown, issues: readonly z.core.$ZodIssue[]): Issue[] => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return issuesOf(issues, value, manualOf(value));
  const got = displayValue(value ?? undefined);
  return [{ path: [], wanted: 'an object of keys', got, hint: LEAST }];
};

/** Validates a profile. Throws ProfileError, with the place of each key in the file of that name (`positionOf`). */
export const checkProfile = (
  value: unknown,
  name: string,
  lines: readonly Line[] = LINES,
  positionOf: TextDocument['positionOf'] = () => '',
): Profile => {
  const { success, data, error } = profileSchema.safeParse(value);
  const issues = success
    ? [...unmatched(data, lines), ...impossible(data)]
    : issuesIn(value, error.issues);
  const problems = issues.map(({ path, ...issue }) => ({
    ...issue,
    source: name + positionOf(path),
    path: pathText(path),
  }));
  return success && problems.length === 0 ? data : refuse(problems);
};

/** Loads a profile by name, or from a file (YAML or JSON). Throws ProfileError. */
export const loadProfile = (nameOrFile: string, lines: readonly Line[] = LINES): Profile => {
  const { value, positionOf } = read(nameOrFile);
  return checkProfile(value, nameOrFile, lines, positionOf);
};
