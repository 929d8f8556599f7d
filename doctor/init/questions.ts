import { LINES } from '../../spec/line.ts';
import { parseLines, parsePath } from '../../runner/parse-values.ts';
import {
  type Answers,
  DEFAULTS,
  parseAddress,
  parseDomain,
  parseIdentities,
  parseName,
  parseOneOf,
  SCHEMES,
} from './answers.ts';

/** What was answered so far. */
export type Given = Partial<Answers>;

/** One question, and what its answer is read by. */
export interface Question {
  readonly key: keyof Answers;
  readonly text: string;
  /** What an empty answer means; undefined where one has to be given. */
  readonly fallback: (given: Given) => string | undefined;
  readonly parse: (text: string) => Answers[keyof Answers];
  /** Left out: always asked. */
  readonly isAsked?: (given: Given) => boolean;
}

const allowOrNever = parseOneOf(['allow', 'never']);

/** In this order; a flag answers its question beforehand. */
export const QUESTIONS: readonly Question[] = [
  {
    key: 'baseUrl',
    text: 'Address of jobloss, travel and landlord',
    fallback: () => undefined,
    parse: parseAddress,
  },
  {
    key: 'gapBaseUrl',
    text: 'Address of motor gap',
    fallback: ({ baseUrl }) => baseUrl,
    parse: parseAddress,
  },
  {
    key: 'auth',
    text: `How do callers authenticate (${SCHEMES.join(', ')})`,
    fallback: () => DEFAULTS.auth,
    parse: parseOneOf(SCHEMES),
  },
  {
    key: 'keyIn',
    text: 'Where is the API key carried (header, query, cookie)',
    fallback: () => DEFAULTS.keyIn,
    parse: parseOneOf(['header', 'query', 'cookie']),
    isAsked: ({ auth }) => auth === 'api-key',
  },
  {
    key: 'keyName',
    text: 'Name of that header, query parameter or cookie',
    fallback: () => DEFAULTS.keyName,
    parse: parseName,
    isAsked: ({ auth }) => auth === 'api-key',
  },
  {
    key: 'tokenUrl',
    text: 'Address of the token endpoint',
    fallback: ({ baseUrl }) => (baseUrl === undefined ? undefined : `${baseUrl}/oauth/token`),
    parse: parseAddress,
    isAsked: ({ auth }) => auth === 'oauth2',
  },
  {
    key: 'identities',
    text: 'How many callers have you (1: the owner, 2: another customer, 3: one without rights)',
    fallback: () => String(DEFAULTS.identities),
    parse: parseIdentities,
    isAsked: ({ auth }) => auth !== 'none',
  },
  {
    key: 'line',
    text: `Which lines (${LINES.join(', ')}; several with commas)`,
    fallback: () => 'all',
    parse: (text) => parseLines(text, undefined),
  },
  {
    key: 'leads',
    text: 'Leads send e-mail (allow, never)',
    fallback: () => DEFAULTS.leads,
    parse: allowOrNever,
  },
  {
    key: 'contracts',
    text: 'Contracts may cost money (allow, never)',
    fallback: () => DEFAULTS.contracts,
    parse: allowOrNever,
  },
  {
    key: 'mailDomain',
    text: 'Domain of all e-mail addresses, whose mail reaches you alone',
    fallback: () => DEFAULTS.mailDomain,
    parse: parseDomain,
  },
  {
    key: 'target',
    text: 'Where to write the target',
    fallback: () => 'target.yaml',
    parse: parsePath,
  },
];
