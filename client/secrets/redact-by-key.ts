import { decodeComponent } from '../../spec/place-in-answer.ts';

/** Keys, header names and query parameters whose value is always a secret. */
export const SECRET_KEY = /token|secret|password|credential/i;

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

const unquoted = (literal: string): string => {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal.replace(/^"|"$/g, '');
  }
};

interface Frame {
  readonly isObject: boolean;
  /** True if the enclosing value is under a secret key. */
  readonly isSecret: boolean;
}

/**
 * Replaces strings and numbers under a secret key, at any depth, in JSON or JSON-like text. The rest is unchanged: numbers keep
 * their digits, duplicate keys stay.
 */
export const redactJson = (text: string, conceal: (value: string) => string): string => {
  if (!SECRET_KEY.test(text)) return text;
  const frames: Frame[] = [];
  let key = '';
  return text.replace(JSON_TOKEN, (token, offset: number) => {
    const frame = frames.at(-1);
    const isSecret =
      (frame?.isSecret ?? false) || (frame?.isObject === true && SECRET_KEY.test(key));
    if (token === '{' || token === '[') {
      frames.push({ isObject: token === '{', isSecret });
      key = '';
      return token;
    }
    if (token === '}' || token === ']') frames.pop();
    if (token === ',' || token === '}' || token === ']') key = '';
    if (token.length === 1 && '{}[],:'.includes(token)) return token;
    if (
      token.startsWith('"') &&
      frame?.isObject &&
      /^\s*:/.test(text.slice(offset + token.length, offset + token.length + 100))
    ) {
      key = unquoted(token);
      return token;
    }
    const isBare = /^(true|false|null)$/.test(token) || token === '""';
    return isSecret && !isBare ? JSON.stringify(conceal(unquoted(token))) : token;
  });
};

// Skips values that are already redacted, as ‹redacted …› or as a shell variable.
const QUERY_PARAMETER = /([?&])([^=&#?\s"'<>]+)=(?!‹redacted |\$\{?[A-Za-z_]\w*)([^&#\s"'<>\\]+)/g;

/** Replaces the values of secret query parameters in a URL, or in a text with URLs. */
export const redactQuery = (
  text: string,
  names: readonly string[],
  conceal: (value: string) => string,
): string => {
  // Fast path: most texts have no parameter, and all are checked.
  if (!text.includes('=')) return text;
  return text.replace(QUERY_PARAMETER, (whole, separator: string, name: string, value: string) =>
    SECRET_KEY.test(name) || names.includes(name)
      ? `${separator}${name}=${conceal(decodeComponent(value))}`
      : whole,
  );
};

const COOKIE = /^(\s*[^=;\s]+=)([^;]*)/;

/** Replaces the values of a Cookie or Set-Cookie header; attributes of the latter are kept. */
export const redactCookie = (
  name: 'cookie' | 'set-cookie',
  text: string,
  conceal: (value: string) => string,
): string => {
  const one = (part: string) =>
    part.replace(COOKIE, (_whole, start: string, value: string) => start + conceal(value));
  return name === 'cookie' ? text.split(';').map(one).join(';') : one(text);
};
