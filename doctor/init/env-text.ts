import type { Environment } from '../../client/target/env-file.ts';
import type { Answers } from './answers.ts';
import { identitiesOf } from './variables.ts';

/** The variables without a value, each with its identity. */
export const missingVariables = (
  answers: Pick<Answers, 'auth' | 'identities'>,
  environment: Environment,
): readonly { readonly name: string; readonly who: string }[] =>
  identitiesOf(answers)
    .flatMap(({ who, variables }) => variables.map(([, name]) => ({ name, who })))
    .filter(({ name }) => !environment[name]);

/** Whether a `.env` has a line for the variable, filled in or not. */
const isListed = (text: string, name: string): boolean =>
  new RegExp(String.raw`^\s*(?:export\s+)?${name}\s*=`, 'm').test(text);

/** A `.env` with a line for each of the variables; what is there stays as it is. Undefined where nothing is to be added. */
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
