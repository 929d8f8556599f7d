import { ENCODINGS } from './encodings.ts';
import type { Echo } from './echoing-gateway.ts';

/** Names of the encodings, one for each answer in turn. */
const NAMES = Object.keys(ENCODINGS);
/** Encodings that yield text which JSON and a header can carry. */
const OF_TEXT = NAMES.filter((name) => !/UTF-16|gzip|zlib|lines/.test(name));

const encoded = (name: string, text: string): Buffer =>
  ENCODINGS[name]?.(Buffer.from(text)) ?? Buffer.from(text);

const nth = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item;

const withMember = (text: string, echoed: readonly string[]): string =>
  /^\{.+\}$/s.test(text) ? `{"echoed":${JSON.stringify(echoed)},${text.slice(1)}` : text;

/**
 * Echoes every secret in one encoding, each answer in the next: a rejection as its whole body, compressed or in UTF-16 without
 * declaring it, and a success in a separate member; some also in a header.
 */
export const echoInTurn: Echo = async (from, to, secrets, count) => {
  const {
    'content-length': _,
    'transfer-encoding': __,
    ...headers
  } = Object.fromEntries(from.headers);
  const name = nth(OF_TEXT, count);
  const some = [0, 1, 2].map((at) => nth(secrets, 3 * count + at));
  to.writeHead(from.status, {
    ...headers,
    'x-echoed': some.map((secret) => encoded(name, secret).toString('latin1')),
  });
  const text = await from.text();
  if (from.status < 400) {
    const echoed = secrets.map((secret) => encoded(name, secret).toString());
    to.end(withMember(text, echoed));
    return;
  }
  // Each alone, and all of them in one text.
  const inTurn = nth(NAMES, count);
  const round = Math.floor(count / NAMES.length);
  const one = nth(secrets, round);
  const whole = round % 2 === 0 ? `<p>${secrets.join('</p><p>')}</p>` : `no: ${one} is wrong`;
  to.end(encoded(inTurn, whole));
};

/** Strings that must not be in any output: a secret in each encoding, as text, as JSON, and its bytes in base64. */
export const encodedForms = (secret: string): readonly string[] =>
  NAMES.filter((name) => name !== 'base64 inside a longer text').flatMap((name) => {
    const bytes = encoded(name, secret);
    const text = bytes.toString(/gzip|zlib/.test(name) ? 'base64' : 'utf8');
    return [text, JSON.stringify(text).slice(1, -1), bytes.toString('base64').replace(/=+$/, '')];
  });
