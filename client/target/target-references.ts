import { didYouMean } from '../did-you-mean.ts';
import type { Environment } from './env-file.ts';
import { pathText, type TargetPath } from './target-error.ts';

/** A reference that cannot be resolved. */
export interface BrokenReference {
  readonly path: TargetPath;
  readonly wanted: string;
  readonly got: string;
  readonly hint: string;
}

/** A document with its references resolved, and the references found. */
export interface Resolution {
  readonly value: unknown;
  readonly broken: readonly BrokenReference[];
  /** Original texts with references, by path. */
  readonly references: Readonly<Record<string, string>>;
  /** Variables by the path at which they are used. */
  readonly uses: readonly {
    readonly name: string;
    readonly value: string;
    readonly path: TargetPath;
  }[];
}

const REFERENCE = /\$\{([^}]*)(\}?)/g;

/** Tests if a text refers to an environment variable. */
export const holdsReference = (text: string): boolean => /\$\{[^}]*\}/.test(text);

const brokenReference = (
  path: TargetPath,
  name: string,
  isClosed: boolean,
  environment: Environment,
): BrokenReference => {
  if (!isClosed || !/^[A-Za-z_]\w*$/.test(name))
    return {
      path,
      wanted: 'a reference such as ${ASSAY_TOKEN}: the name of one environment variable',
      got: `\${${name}`,
      hint: 'defaults and expressions inside a reference are not supported',
    };
  const known = Object.keys(environment).filter((key) => environment[key]);
  const nearest = didYouMean(name, known);
  return {
    path,
    wanted: `the environment variable ${name}, used here`,
    got: environment[name] === '' ? `${name} is empty` : `${name} is not set`,
    hint: `${nearest === undefined ? '' : `${nearest} Or `}set it: export ${name}=…, or a line ${name}=… in .env`,
  };
};

/** Resolves every `${NAME}` in the texts of the document; functions and keys are unchanged. */
export const resolveReferences = (document: unknown, environment: Environment): Resolution => {
  const broken: BrokenReference[] = [];
  const references: Record<string, string> = {};
  const uses: { name: string; value: string; path: TargetPath }[] = [];
  const resolveText = (text: string, path: TargetPath): string =>
    text.replace(REFERENCE, (whole, name: string, end: string) => {
      const value = environment[name];
      if (end === '' || value === undefined || value === '') {
        broken.push(brokenReference(path, name, end !== '', environment));
        return whole;
      }
      references[pathText(path)] = text;
      uses.push({ name, value, path });
      return value;
    });
  const resolve = (value: unknown, path: TargetPath): unknown => {
    if (typeof value === 'string') return resolveText(value, path);
    if (Array.isArray(value)) return value.map((item, index) => resolve(item, [...path, index]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, resolve(item, [...path, key])]),
    );
  };
  return { value: resolve(document, []), broken, references, uses };
};
