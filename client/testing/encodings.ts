import { isUtf8 } from 'node:buffer';
import { deflateSync, gzipSync } from 'node:zlib';

/** Encodes bytes in a form in which a service may echo them. */
export type Encoding = (bytes: Buffer) => Buffer;

/** An encoding of texts. Throws for bytes that are not UTF-8. */
const ofText =
  (encode: (text: string) => string): Encoding =>
  (bytes) =>
    Buffer.from(encode(textOf(bytes)));

const textOf = (bytes: Buffer): string => {
  if (!isUtf8(bytes)) throw new TypeError('these bytes are no text');
  return bytes.toString();
};

const asJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const unit = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, '0');

const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '+': '&plus;',
  '/': '&sol;',
  ö: '&ouml;',
  ü: '&uuml;',
  ä: '&auml;',
  '€': '&euro;',
};

const percent = (bytes: Buffer): string =>
  Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    if (/[\w.~-]/.test(character)) return character;
    return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');

/** Encodings by name. None of them needs a key, so that any reader of an output can reverse it. */
export const ENCODINGS: Readonly<Record<string, Encoding>> = {
  JSON: ofText(asJson),
  'JSON by numbers': ofText((text) =>
    text.replaceAll(/[^\w .]|(?<=p)4/g, (character) => `\\u${unit(character)}`),
  ),
  'PHP JSON': ofText((text) => asJson(text).replaceAll('/', String.raw`\/`)),
  backslashes: ofText((text) => text.replaceAll(/["'\\]/g, String.raw`\$&`)),
  CSV: ofText((text) => text.replaceAll('"', '""')),
  SQL: ofText((text) => text.replaceAll("'", "''")),
  HTML: ofText((text) => text.replaceAll(/[&<>"'+/öüä€]/g, (character) => HTML[character] ?? '')),
  'HTML by numbers': ofText((text) =>
    Array.from(text, (each) => (/\w/.test(each) ? each : `&#${each.codePointAt(0)};`)).join(''),
  ),
  'HTML by hexadecimal numbers': ofText((text) =>
    Array.from(text, (each) => `&#x${each.codePointAt(0)?.toString(16)};`).join(''),
  ),
  URL: (bytes) => Buffer.from(percent(bytes)),
  'URL in lower case': (bytes) =>
    Buffer.from(percent(bytes).replaceAll(/%../g, (escape) => escape.toLowerCase())),
  form: (bytes) => Buffer.from(percent(bytes).replaceAll('%20', '+')),
  base64: (bytes) => Buffer.from(bytes.toString('base64')),
  base64url: (bytes) => Buffer.from(bytes.toString('base64url')),
  'base64 inside a longer text': ofText((text) => Buffer.from(`ann:${text}!`).toString('base64')),
  'base64 in lines': (bytes) =>
    Buffer.from(bytes.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\r\n')),
  hexadecimal: (bytes) => Buffer.from(bytes.toString('hex')),
  HEXADECIMAL: (bytes) => Buffer.from(bytes.toString('hex').toUpperCase()),
  'UTF-16 LE': (bytes) => Buffer.from(textOf(bytes), 'utf16le'),
  'UTF-16 BE': (bytes) => Buffer.from(textOf(bytes), 'utf16le').swap16(),
  gzip: (bytes) => gzipSync(bytes),
  zlib: (bytes) => deflateSync(bytes),
};
