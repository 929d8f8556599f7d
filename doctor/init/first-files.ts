import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { fileWriteError } from '../../client/check-writable.ts';
import { UsageError } from '../../client/usage-error.ts';
import { writeAtomically } from '../../store/atomic-write.ts';
import type { Environment } from '../../client/target/env-file.ts';
import type { Answers, Scheme } from './questions.ts';
import type { IdentityName } from '../../client/target/target-auth.ts';
import { schemaLine } from '../schema-line.ts';
import { stringify } from 'yaml';
import { LINES } from '../../spec/line.ts';

const inLine = (value: unknown): string =>
  stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();

const authOf = (answers: Answers, { variables }: DeclaredIdentity): object => {
  const { auth, keyIn, keyName, tokenUrl } = answers;
  const credential = Object.fromEntries(
    variables.map(([field, variable]) => [field, `\${${variable}}`]),
  );
  if (auth === 'api-key') return { scheme: 'apiKey', in: keyIn, name: keyName, ...credential };
  if (auth === 'oauth2') return { scheme: 'oauth2', tokenUrl, ...credential };
  return { scheme: auth, ...credential };
};

const identityLines = (answers: Answers): readonly string[] =>
  identitiesOf(answers).flatMap((identity) => [
    `  # ${identity.who}`,
    `  ${identity.name}:`,
    `    auth: ${inLine(authOf(answers, identity))}`,
  ]);

const addressLines = ({ baseUrl, gapBaseUrl }: Answers): readonly string[] => [
  '# Jobloss, travel and landlord.',
  `base_url: ${inLine(baseUrl)}`,
  ...(gapBaseUrl === baseUrl ? [] : ['# Motor gap.', `gap_base_url: ${inLine(gapBaseUrl)}`]),
];

const lineLines = ({ line }: Answers): readonly string[] =>
  line.length === LINES.length
    ? []
    : ['# The lines of business that it has.', `lines: ${inLine(line)}`];

/** First target file: the answers with a comment per key, and placeholders for values that only the owner knows. */
export const targetText = (answers: Answers): string => {
  const { leads, contracts, mailDomain, baseUrl } = answers;
  return [
    schemaLine(answers.target),
    '# Target: how Assay reaches and judges this service. target.schema.json of Assay describes all keys.',
    ...lineLines(answers),
    `name: ${inLine(new URL(baseUrl).hostname)}`,
    ...addressLines(answers),
    '',
    '# Test identities. Put secrets into the environment or .env, never into this file.',
    'identities:',
    ...identityLines(answers),
    '',
    '# Leads send e-mail, and contracts may cost money: allow or never.',
    'sideEffects:',
    `  leads: ${leads}`,
    `  contracts: ${contracts}`,
    '# Domain of every e-mail address in the drafts. Its mail must reach only you.',
    `mailDomain: ${inLine(mailDomain)}`,
    '',
    '# Values that no answer reveals: uncomment them, and enter those of this service.',
    '# paymentTerms: [YEARLY]',
    "# vehicleCodes: [{ code: '10000', vehicleType: '10', country: BE }]",
    '# whiteLabels: []',
    '# bodies:',
    "#   travel.person-post: { name: '{{person.body.firstName}}' }",
    '',
  ].join('\n');
};

const PREFIXES: readonly (readonly [identity: IdentityName, prefix: string, who: string])[] = [
  ['owner', 'ASSAY_', 'the owner, who creates all objects'],
  ['other', 'ASSAY_OTHER_', 'another customer'],
  ['withoutRights', 'ASSAY_NO_RIGHTS_', 'a known caller without the right to any operation'],
];

/** Parts of a scheme's credential: the field of the target, and the suffix of its variable. */
const FIELDS: Readonly<Record<Scheme, readonly (readonly [field: string, ending: string])[]>> = {
  bearer: [['token', 'TOKEN']],
  'api-key': [['key', 'TOKEN']],
  basic: [
    ['username', 'USER'],
    ['password', 'PASSWORD'],
  ],
  oauth2: [
    ['clientId', 'CLIENT_ID'],
    ['clientSecret', 'CLIENT_SECRET'],
  ],
  none: [],
};

/** An identity of the target, and the variables of its credential by field. */
export interface DeclaredIdentity {
  readonly name: IdentityName;
  /** Description for people. */
  readonly who: string;
  readonly variables: readonly (readonly [field: string, variable: string])[];
}

/** Identities of the answers; a service without authentication has one caller only. */
const identitiesOf = ({
  auth,
  identities,
}: Pick<Answers, 'auth' | 'identities'>): readonly DeclaredIdentity[] =>
  PREFIXES.slice(0, auth === 'none' ? 1 : identities).map(([name, prefix, who]) => ({
    name,
    who,
    variables: FIELDS[auth].map(([field, ending]) => [field, prefix + ending] as const),
  }));

/** Variables without a value, each with its identity. */
export const missingVariables = (
  answers: Pick<Answers, 'auth' | 'identities'>,
  environment: Environment,
): readonly { readonly name: string; readonly who: string }[] =>
  identitiesOf(answers)
    .flatMap(({ who, variables }) => variables.map(([, name]) => ({ name, who })))
    .filter(({ name }) => !environment[name]);

/** Tests if a `.env` has a line for the variable, filled in or not. */
const isListed = (text: string, name: string): boolean =>
  new RegExp(String.raw`^\s*(?:export\s+)?${name}\s*=`, 'm').test(text);

/** A `.env` with a line added for each missing variable; undefined if there is nothing to add. */
export const envText = (
  before: string,
  missing: ReturnType<typeof missingVariables>,
): string | undefined => {
  const fresh = missing.filter(({ name }) => !isListed(before, name));
  if (fresh.length === 0) return undefined;
  const head =
    before === ''
      ? '# Secrets of the target; keep this file out of version control.\n'
      : before.replace(/([^\n])$/, '$1\n');
  return head + fresh.map(({ name, who }) => `# ${who}\n${name}=\n`).join('');
};

/** Files to write: the target, and the `.env` if something is added to it. */
export interface FirstFiles {
  readonly target: { readonly path: string; readonly text: string };
  readonly env?: { readonly path: string; readonly text: string } | undefined;
}

/** Mode of a file with secrets: readable by its owner only. */
const PRIVATE = 0o600;

/** Checks, before any question, that the target can be written and overwrites no file. Throws UsageError. */
export const checkTargetPlace = (path: string, force: boolean): void => {
  if (!['.yaml', '.yml'].includes(extname(path).toLowerCase()))
    throw new UsageError(`--target: expected a file that ends in .yaml or .yml, got ${path}`);
  if (existsSync(path) && !force)
    throw new UsageError(
      `--target: ${path} already exists; name another file, or add --force to overwrite it`,
    );
  const trouble = fileWriteError(path);
  if (trouble !== undefined)
    throw new UsageError(`--target: ${path} is not writable: ${trouble}; name another file`);
};

const modeOf = (path: string): number => (existsSync(path) ? statSync(path).mode & 0o777 : PRIVATE);

/** Writes both files or none. */
export const writeFirstFiles = ({ target, env }: FirstFiles): void => {
  const before = env && existsSync(env.path) ? readFileSync(env.path, 'utf8') : undefined;
  const mode = env && modeOf(env.path);
  if (env) writeAtomically(env.path, env.text, mode);
  try {
    writeAtomically(target.path, target.text);
  } catch (error) {
    if (env && before === undefined) rmSync(env.path, { force: true });
    if (env && before !== undefined) writeAtomically(env.path, before, mode);
    throw error;
  }
};
