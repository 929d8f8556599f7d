import { LINES, type Line } from '../../spec/line.ts';
import { parseLines, parsePath } from '../../runner/parse-values.ts';
import { InvalidArgumentError } from 'commander';
import { addressProblem, displayAddress } from '../../client/target/address.ts';
import { createInterface } from 'node:readline/promises';

/** Authentication schemes as named by `assay init`. */
export const SCHEMES = ['bearer', 'api-key', 'basic', 'oauth2', 'none'] as const;

/** Authentication scheme as a word for `--auth`. */
export type Scheme = (typeof SCHEMES)[number];

/** Answers to all questions of `assay init`. */
export interface Answers {
  readonly baseUrl: string;
  readonly gapBaseUrl: string;
  readonly auth: Scheme;
  readonly keyName: string;
  readonly keyIn: 'header' | 'query' | 'cookie';
  readonly tokenUrl: string;
  /** 1: the owner; 2: also another customer; 3: also a caller without rights. */
  readonly identities: 1 | 2 | 3;
  readonly line: readonly Line[];
  readonly leads: 'allow' | 'never';
  readonly contracts: 'allow' | 'never';
  readonly mailDomain: string;
  /** Absolute path of the target file. */
  readonly target: string;
}

/** Parses an address and removes trailing slashes. Throws InvalidArgumentError, without its value. */
const parseAddress = (value: string): string => {
  const problem = addressProblem(value);
  if (!problem) return value.replace(/\/+$/, '');
  const hint = problem.hint === undefined ? '' : ` (${problem.hint})`;
  throw new InvalidArgumentError(
    `Expected ${problem.wanted}, got "${displayAddress(value)}"${hint}.`,
  );
};

const parseOneOf =
  <const Word extends string>(words: readonly Word[]) =>
  (value: string): Word => {
    const found = words.find((word) => word === value.trim().toLowerCase());
    if (found === undefined) throw new InvalidArgumentError(`Expected one of ${words.join(', ')}.`);
    return found;
  };

/** Parses the number of identities. Throws InvalidArgumentError. */
const parseIdentities = (value: string): 1 | 2 | 3 => {
  const found = ([1, 2, 3] as const).find((count) => String(count) === value.trim());
  if (found === undefined) throw new InvalidArgumentError('Expected 1, 2 or 3.');
  return found;
};

/** Parses the name of a header, query parameter or cookie. Throws InvalidArgumentError. */
const parseName = (value: string): string => {
  if (/^[\w-]+$/.test(value)) return value;
  throw new InvalidArgumentError('Expected a name of letters, digits, - and _.');
};

const parseDomain = (value: string): string => {
  if (/^[A-Za-z\d-]+(\.[A-Za-z\d-]+)+$/.test(value)) return value;
  throw new InvalidArgumentError('Expected a domain, such as mail.example.com.');
};

/** Default answers. The address has none. */
const DEFAULTS = {
  auth: 'bearer',
  keyName: 'X-Api-Key',
  keyIn: 'header',
  identities: 1,
  line: LINES,
  leads: 'allow',
  contracts: 'allow',
  mailDomain: 'example.com',
} as const satisfies Partial<Answers>;

/** Answers so far. */
export type PartialAnswers = Partial<Answers>;

/** A question, its flag, and the parser of its answer. */
interface Question {
  readonly key: keyof Answers;
  readonly flags: string;
  readonly help: string;
  readonly text: string;
  /** Default for an empty answer; undefined if an answer is required. */
  readonly fallback: (given: PartialAnswers) => string | undefined;
  readonly parse: (text: string) => Answers[keyof Answers];
  /** Default: always asked. */
  readonly isAsked?: (given: PartialAnswers) => boolean;
}

const allowOrNever = parseOneOf(['allow', 'never']);

/** In this order. */
export const QUESTIONS: readonly Question[] = [
  {
    key: 'baseUrl',
    flags: '--base-url <url>',
    help: 'address of jobloss, travel and landlord',
    text: 'Address of jobloss, travel and landlord',
    fallback: () => undefined,
    parse: parseAddress,
  },
  {
    key: 'gapBaseUrl',
    flags: '--gap-base-url <url>',
    help: 'address of motor gap (default: base url)',
    text: 'Address of motor gap',
    fallback: ({ baseUrl }) => baseUrl,
    parse: parseAddress,
  },
  {
    key: 'auth',
    flags: '--auth <scheme>',
    help: `how callers authenticate: ${SCHEMES.join(', ')}`,
    text: `How do callers authenticate (${SCHEMES.join(', ')})`,
    fallback: () => DEFAULTS.auth,
    parse: parseOneOf(SCHEMES),
  },
  {
    key: 'keyIn',
    flags: '--key-in <place>',
    help: 'where the API key goes: header, query or cookie',
    text: 'Where is the API key sent (header, query, cookie)',
    fallback: () => DEFAULTS.keyIn,
    parse: parseOneOf(['header', 'query', 'cookie']),
    isAsked: ({ auth }) => auth === 'api-key',
  },
  {
    key: 'keyName',
    flags: '--key-name <name>',
    help: 'name of the header, query parameter or cookie with the API key',
    text: 'Name of that header, query parameter or cookie',
    fallback: () => DEFAULTS.keyName,
    parse: parseName,
    isAsked: ({ auth }) => auth === 'api-key',
  },
  {
    key: 'tokenUrl',
    flags: '--token-url <url>',
    help: 'token endpoint of OAuth2',
    text: 'Address of the token endpoint',
    fallback: ({ baseUrl }) => (baseUrl === undefined ? undefined : `${baseUrl}/oauth/token`),
    parse: parseAddress,
    isAsked: ({ auth }) => auth === 'oauth2',
  },
  {
    key: 'identities',
    flags: '--identities <number>',
    help: 'number of test identities: 1 (owner), 2 (also another customer), 3 (also one without rights)',
    text: 'How many test identities do you have? (1: the owner, 2: another customer, 3: one without rights)',
    fallback: () => String(DEFAULTS.identities),
    parse: parseIdentities,
    isAsked: ({ auth }) => auth !== 'none',
  },
  {
    key: 'line',
    flags: '--line <lines>',
    help: 'lines of business of the service',
    text: `Which lines (${LINES.join(', ')}; several with commas)`,
    fallback: () => 'all',
    parse: (text) => parseLines(text, undefined),
  },
  {
    key: 'leads',
    flags: '--leads <choice>',
    help: 'whether Assay may create leads, which send e-mail: allow or never',
    text: 'Leads send e-mail (allow, never)',
    fallback: () => DEFAULTS.leads,
    parse: allowOrNever,
  },
  {
    key: 'contracts',
    flags: '--contracts <choice>',
    help: 'whether Assay may create contracts, which may cost money: allow or never',
    text: 'Contracts may cost money (allow, never)',
    fallback: () => DEFAULTS.contracts,
    parse: allowOrNever,
  },
  {
    key: 'mailDomain',
    flags: '--mail-domain <domain>',
    help: 'domain of all e-mail addresses in drafts',
    text: 'Domain of all e-mail addresses in drafts, whose mail reaches only you',
    fallback: () => DEFAULTS.mailDomain,
    parse: parseDomain,
  },
  {
    key: 'target',
    flags: '--target <file>',
    help: 'file to write (default: target.yaml)',
    text: 'Target file to write',
    fallback: () => 'target.yaml',
    parse: parsePath,
  },
];

/** Fills in missing answers that have defaults. */
export const withDefaults = (given: PartialAnswers): PartialAnswers => {
  let all: PartialAnswers = given;
  for (const { key, fallback, parse } of QUESTIONS) {
    const text = all[key] === undefined ? fallback(all) : undefined;
    if (text !== undefined) all = { ...all, [key]: parse(text) };
  }
  return all;
};

/** Input and output of the questions, and the signal that aborts them. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

/** Asks for missing answers, repeating a question until its answer is valid. Undefined if the user aborted (Ctrl-C, Ctrl-D). */
export const askAnswers = async (
  given: PartialAnswers,
  terminal: Terminal,
): Promise<PartialAnswers | undefined> => {
  const { input, output } = terminal;
  const ended = new AbortController();
  const signal = AbortSignal.any([terminal.signal, ended.signal]);
  const lines = createInterface({ input, output });
  lines.on('SIGINT', () => ended.abort());
  lines.on('close', () => ended.abort());
  const ask = async ({ text, parse }: Question, fallback: string | undefined) => {
    for (;;) {
      const shown = fallback === undefined ? '' : ` [${fallback}]`;
      const answer = (await lines.question(`${text}${shown}: `, { signal })).trim();
      try {
        return parse(answer === '' ? (fallback ?? '') : answer);
      } catch (error) {
        if (!(error instanceof InvalidArgumentError)) throw error;
        output.write(`  ${error.message}\n`);
      }
    }
  };
  let all: PartialAnswers = given;
  try {
    for (const question of QUESTIONS) {
      const { key, fallback, isAsked = () => true } = question;
      if (all[key] !== undefined || !isAsked(all)) continue;
      all = { ...all, [key]: await ask(question, fallback(all)) };
    }
    return all;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    lines.close();
  }
};
