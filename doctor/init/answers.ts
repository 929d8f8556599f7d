import { InvalidArgumentError } from 'commander';
import { addressProblem, shownAddress } from '../../client/target/address.ts';
import { type Line, LINES } from '../../spec/line.ts';

/** How callers authenticate, in the words of `assay init`. */
export const SCHEMES = ['bearer', 'api-key', 'basic', 'oauth2', 'none'] as const;

/** One of them. */
export type Scheme = (typeof SCHEMES)[number];

/** All that `assay init` wants to know. */
export interface Answers {
  readonly baseUrl: string;
  readonly gapBaseUrl: string;
  readonly auth: Scheme;
  readonly keyName: string;
  readonly keyIn: 'header' | 'query' | 'cookie';
  readonly tokenUrl: string;
  /** 1: the owner; 2: another customer, too; 3: also a caller without rights. */
  readonly identities: 1 | 2 | 3;
  readonly line: readonly Line[];
  readonly leads: 'allow' | 'never';
  readonly contracts: 'allow' | 'never';
  readonly mailDomain: string;
  /** Absolute path of the target file. */
  readonly target: string;
}

/** An address without a slash at its end. Throws InvalidArgumentError, without what stands in it. */
export const parseAddress = (value: string): string => {
  const problem = addressProblem(value);
  if (!problem) return value.replace(/\/+$/, '');
  const hint = problem.hint === undefined ? '' : ` (${problem.hint})`;
  throw new InvalidArgumentError(`Wanted ${problem.wanted}, got "${shownAddress(value)}"${hint}.`);
};

/** A parser of one of some words. */
export const parseOneOf =
  <const Word extends string>(words: readonly Word[]) =>
  (value: string): Word => {
    const found = words.find((word) => word === value.trim().toLowerCase());
    if (found === undefined) throw new InvalidArgumentError(`Wanted one of ${words.join(', ')}.`);
    return found;
  };

/** How many identities there are. Throws InvalidArgumentError. */
export const parseIdentities = (value: string): 1 | 2 | 3 => {
  const found = ([1, 2, 3] as const).find((count) => String(count) === value.trim());
  if (found === undefined) throw new InvalidArgumentError('Wanted 1, 2 or 3.');
  return found;
};

/** The name of a header, of a query parameter or of a cookie. Throws InvalidArgumentError. */
export const parseName = (value: string): string => {
  if (/^[\w-]+$/.test(value)) return value;
  throw new InvalidArgumentError('Wanted a name of letters, digits, - and _.');
};

/** A mail domain. Throws InvalidArgumentError. */
export const parseDomain = (value: string): string => {
  if (/^[A-Za-z\d-]+(\.[A-Za-z\d-]+)+$/.test(value)) return value;
  throw new InvalidArgumentError('Wanted a domain, such as mail.example.com.');
};

/** The default answers. The address has none. */
export const DEFAULTS = {
  auth: 'bearer',
  keyName: 'X-Api-Key',
  keyIn: 'header',
  identities: 1,
  line: LINES,
  leads: 'allow',
  contracts: 'allow',
  mailDomain: 'example.com',
} as const satisfies Partial<Answers>;
