import { hash, randomBytes } from 'node:crypto';
import type { BodyText, Exchange } from '../../spec/exchange.ts';
import { mapExchangeTexts, type TextMaps } from './exchange-texts.ts';
import { createKnownSecrets } from './known-secrets.ts';
import { redactCookie, redactJson, redactQuery, SECRET_KEY } from './redact-by-key.ts';
import type { ResolvedTarget } from '../target.ts';
import type { IdentityName } from '../target/target-auth.ts';
import { TOKEN_NAMES } from './credential.ts';
import { type Secret } from './invalid-credentials.ts';
import type { SecretMatch, Replacement } from './secret-matcher.ts';

/** Redacts secrets in everything that is shown or stored; the only place that does. */
export interface Redactor {
  /** The text with every known secret replaced, in each of its forms. */
  text(text: string): string;
  /** The same, split at the secrets, for callers that have to quote them. */
  pieces(text: string): readonly Piece[];
  /** Adds a secret. */
  readonly learn: (secret: Secret) => void;
  /** A body with secrets replaced by value; binary data that holds one, or exceeds the search budget, is reduced to its size. */
  body(body: BodyText): BodyText;
  /** The exchange with secrets replaced by value and by key. Values found by key are redacted everywhere from then on. */
  exchange(exchange: Exchange): Exchange;
}

type Redactable = Pick<ResolvedTarget, 'secrets' | 'identities'>;

const SECRET_HEADERS = ['authorization', 'proxy-authorization'];

/** Minimum length of a value found by key to be redacted elsewhere. */
const SHORTEST_LEARNED = 8;

/** Sentences and plain words, as in error messages about a token, are not tokens. */
const isPlainWords = (value: string): boolean =>
  /\s/.test(value) || /^[A-Za-z_-]{1,15}$/.test(value);

const apiKeyNames = (known: readonly Secret[] | Redactable): string[] =>
  'identities' in known
    ? Object.values(known.identities).flatMap((identity) =>
        identity?.auth.scheme === 'apiKey' ? [identity.auth.name] : [],
      )
    : [];

/** Access tokens are fetched later; recorded references to them by name stay expandable. */
const tokenNames = (known: readonly Secret[] | Redactable): Secret[] =>
  'identities' in known
    ? (Object.keys(TOKEN_NAMES) as IdentityName[])
        .filter((identity) => known.identities[identity]?.auth.scheme === 'oauth2')
        .map((identity) => ({ name: TOKEN_NAMES[identity], value: `$${TOKEN_NAMES[identity]}` }))
    : [];

const createPseudonyms = (): ((value: string) => string) => {
  const key = randomBytes(32).toString('hex');
  const owners = new Map<string, string>();
  return (value) => {
    const digest = hash('sha256', key + value);
    let length = 6;
    // Different values need different placeholders, so a digest that is taken is lengthened.
    while ((owners.get(digest.slice(0, length)) ?? digest) !== digest) length += 2;
    owners.set(digest.slice(0, length), digest);
    return `‹redacted ${digest.slice(0, length)}›`;
  };
};

/** Prefix of the placeholder for a text or bytes that exceed the search budget. */
export const UNSEARCHED_MARK = '‹not kept: too much to search for secrets, ';

/** Placeholder of a text or bytes: their size and digest. */
const notSearched = (content: string | Buffer): string =>
  `${UNSEARCHED_MARK}${Buffer.byteLength(content).toLocaleString('en')} bytes, sha256 ${hash('sha256', content)}›`;

/** Placeholder of bytes that hold a secret; `undefined`: bytes that exceed the search budget. */
const withheld = (bytes: Buffer, holds: true | undefined): BodyText => ({
  encoding: 'utf8',
  text: holds ? `‹redacted: ${bytes.length} bytes that hold a secret›` : notSearched(bytes),
});

const createConcealing = (secrets: readonly Secret[]) => {
  const known = createKnownSecrets();
  const pseudonym = createPseudonyms();
  const learn = ({ name, value, shell = `$${name}` }: Secret): void => {
    const replacement = { text: shell, live: true };
    known.add(value, replacement);
    // Keeps already redacted values expandable.
    known.keep(shell, replacement);
  };
  for (const secret of secrets) learn(secret);

  const pieces = (from: string): readonly Piece[] => {
    const found = known.find(from);
    return found === undefined
      ? [{ text: notSearched(from), live: false }]
      : splitAtMatches(from, found);
  };
  const text = (from: string): string => {
    const cut = pieces(from);
    // Most texts hold no secret.
    return cut.length === 1 && typeof cut[0] === 'string' ? from : textOf(cut);
  };
  /** Replacement of a value found by key, which is known from then on. */
  const conceal = (value: string): string => {
    const cut = pieces(value);
    const isWhole = cut.every((piece) => typeof piece !== 'string');
    // Words around a known value stay secret: redaction must not depend on which values were known before.
    const isKnown =
      isWhole || (!/\s/.test(value) && cut.some((piece) => typeof piece !== 'string'));
    if (isKnown || value.startsWith('‹redacted ')) return textOf(cut);
    const replacement = { text: pseudonym(value), live: false };
    if (value.length >= SHORTEST_LEARNED && !isPlainWords(value)) known.add(value, replacement);
    return replacement.text;
  };
  return { known, pieces, text, conceal, learn };
};

/** Creates the redactor of a run. Given a target, it also knows the names of API keys. */
export const createRedactor = (known: readonly Secret[] | Redactable): Redactor => {
  const secrets = 'secrets' in known ? known.secrets : known;
  const names = apiKeyNames(known);
  const headerNames = new Set([...SECRET_HEADERS, ...names.map((name) => name.toLowerCase())]);
  const {
    known: values,
    pieces,
    text,
    conceal,
    learn,
  } = createConcealing([...secrets, ...tokenNames(known)]);

  const headerByKey = (name: string, value: string): string => {
    if (name === 'cookie' || name === 'set-cookie') return redactCookie(name, value, conceal);
    if (!headerNames.has(name) && !SECRET_KEY.test(name)) return redactQuery(value, names, conceal);
    const [, scheme = '', credential = value] = /^(\w+ )(.*)$/.exec(value) ?? [];
    return credential === '' ? value : scheme + conceal(credential);
  };
  const inUrls = (from: string) => redactQuery(from, names, conceal);
  const withText = (body: BodyText, shown: string): BodyText =>
    shown === body.text ? body : { encoding: 'utf8', text: shown };
  const bodyByKey = (body: BodyText): BodyText =>
    body.encoding === 'utf8' ? withText(body, inUrls(redactJson(body.text, conceal))) : body;
  const bodyByValue = (body: BodyText): BodyText => {
    if (body.encoding === 'utf8') return withText(body, text(body.text));
    const bytes = Buffer.from(body.text, 'base64');
    const holds = values.standIn(bytes);
    return holds === false ? body : withheld(bytes, holds);
  };

  return {
    text: (from) => text(inUrls(from)),
    pieces,
    body: bodyByValue,
    learn,
    exchange: (exchange) => {
      const maps: TextMaps = {
        // First: such a value may begin with another secret, and has to be hidden completely.
        header: (name, value) => text(headerByKey(name, value)),
        body: (body) => bodyByValue(bodyByKey(body)),
        plain: (from) => text(inUrls(from)),
      };
      // A value found by key may also occur elsewhere in the same exchange.
      for (;;) {
        const before = values.size();
        const shown = mapExchangeTexts(exchange, maps);
        if (values.size() === before) return shown;
      }
    },
  };
};

/** A stretch of a text: unchanged, or the replacement of a known value. */
export type Piece = string | Replacement;

/** Splits a text at matches, which are in order and do not overlap. */
export const splitAtMatches = (text: string, found: readonly SecretMatch[]): readonly Piece[] => {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { from, to, replacement } of found) {
    if (from > end) pieces.push(text.slice(end, from));
    pieces.push(replacement);
    end = to;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
};

const textOf = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('');

/** Keys of Assay whose values are not data: a number that equals a secret by chance stays unchanged. */
const FRAME: ReadonlySet<string> = new Set(['$', 'n', 'at', 'judge', 'attempt', 'seed']);

const isBytes = (value: object): value is BodyText =>
  'encoding' in value && value.encoding === 'base64' && 'text' in value;

/** Plain data with secrets redacted in strings, numbers and keys; the same object if there are none. */
export const redactValue = <Value>(redactor: Redactor, value: Value): Value => {
  const redacted = (part: unknown): unknown => {
    if (typeof part === 'string') return redactor.text(part);
    if (typeof part === 'number') {
      const shown = redactor.text(String(part));
      return shown === String(part) ? part : shown;
    }
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(redacted);
    if (isBytes(part)) return redactor.body(part);
    return Object.fromEntries(
      Object.entries(part).map(([key, inner]) =>
        FRAME.has(key) ? [key, inner] : [redactor.text(key), redacted(inner)],
      ),
    );
  };
  return redacted(value) as Value;
};

/** A redacted line of a JSON Lines file; unchanged if it holds no secret. */
export const redactedJsonLine = (redactor: Redactor, item: unknown): string => {
  const text = JSON.stringify(item);
  // Nearly every line quotes a body, and most have no other escape, so one search is enough.
  const seen = text.replaceAll(String.raw`\"`, '"');
  if (redactor.text(seen) === seen) return `${text}\n`;
  return `${JSON.stringify(redactValue(redactor, JSON.parse(text)))}\n`;
};
