import type { EnvironmentEffect, EnvironmentRule } from './environment-rule.ts';
import { ENVIRONMENT_RULES } from './environment-rules.ts';

/** A variable or flag that is set, and what becomes of the run. No value is in it. */
export interface EnvironmentFinding {
  readonly name: string;
  readonly effect: Exclude<EnvironmentEffect, 'harmless'>;
  /** What the run says of it; left out: nothing, or another line says it. */
  readonly said?: string;
}

/** What a finding is looked for in. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The flags that Node itself was started with. */
  readonly nodeFlags?: readonly string[];
  /** Whether an address or a proxy with https is asked. */
  readonly usesTls: boolean;
}

const isNamed = (name: string, rule: EnvironmentRule): boolean =>
  rule.names.some((each) =>
    each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : name === each,
  );

const ruleOf = (name: string, value: string): EnvironmentRule | undefined =>
  ENVIRONMENT_RULES.find(
    (rule) => isNamed(name, rule) && (rule.value === undefined || rule.value.test(value)),
  );

/** The words of NODE_OPTIONS, which has double quotes and backslashes in them. */
const wordsOf = (options: string): readonly string[] =>
  Array.from(options.matchAll(/(?:"(?:\\.|[^"\\])*"?|[^\s"])+/g), ([word]) =>
    word.replaceAll(/\\(.)|"/g, '$1'),
  );

/** Names of flags as Node knows them: dashes and underscores are the same to it, and a value may follow. */
const flagsIn = (words: readonly string[]): readonly string[] =>
  words
    .filter((word) => word.startsWith('-'))
    .map((word) => (word.split('=')[0] ?? '').replaceAll('_', '-'));

const findingOf = (
  name: string,
  shown: string,
  value: string,
  usesTls: boolean,
): readonly EnvironmentFinding[] => {
  const rule = ruleOf(name, value);
  if (!rule || rule.effect === 'harmless' || (rule.tls && !usesTls)) return [];
  const { effect, what, saidElsewhere } = rule;
  const isSaid = effect === 'said' || effect === 'uncertified';
  const end = effect === 'uncertified' ? '; certify grants no certificate with it' : '';
  return [
    {
      name: shown,
      effect,
      ...(isSaid && !saidElsewhere ? { said: `${shown} ${what}${end}` } : {}),
    },
  ];
};

/** What is set around Assay that changes what it trusts or loads, each once, in the order of the names. */
export const environmentFindings = ({
  environment,
  nodeFlags = [],
  usesTls,
}: Surroundings): readonly EnvironmentFinding[] => {
  const variables = Object.entries(environment)
    .filter((entry): entry is [string, string] => Boolean(entry[1]))
    .flatMap(([name, value]) => findingOf(name, name, value, usesTls));
  const options = wordsOf(environment['NODE_OPTIONS'] ?? '');
  const flags = [
    ...flagsIn(options).map((flag) => [flag, `${flag} (NODE_OPTIONS)`] as const),
    ...flagsIn(nodeFlags).map((flag) => [flag, `${flag} (node)`] as const),
  ].flatMap(([flag, shown]) => findingOf(flag, shown, '', usesTls));
  const all = [...variables, ...flags];
  return all.filter(({ name }, at) => all.findIndex((each) => each.name === name) === at);
};

/** What a person is to do about a finding that is refused. */
export const refusalOf = (
  name: string,
): { readonly wanted: string; readonly got: string; readonly hint: string } => {
  const bare = name.split(' ')[0] ?? name;
  const rule = ENVIRONMENT_RULES.find((each) => each.effect === 'refused' && isNamed(bare, each));
  const of = bare.startsWith('-') ? `take ${bare} out of NODE_OPTIONS` : `unset ${bare}`;
  return {
    wanted: 'an environment in which credentials stay secret',
    got: `${name}, which ${rule?.what ?? 'shows them'}`,
    hint: `${of} and repeat the command`,
  };
};

/** Names of those that a `.env` may not set: Node and the system read them from the process alone, or they name programs. */
export const isOfProcess = (name: string): boolean =>
  name === 'NODE_OPTIONS' ||
  (ENVIRONMENT_RULES.some((rule) => isNamed(name, rule) && !rule.inFile) &&
    !ENVIRONMENT_RULES.some((rule) => isNamed(name, rule) && rule.inFile));
