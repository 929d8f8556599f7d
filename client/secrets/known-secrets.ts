import { type SecretSearch, searchBytes, searchText } from './decoding/search-layers.ts';
import { textualBytes, utf8Bytes } from './decoding/views.ts';
import {
  createTruncatedSecretMatcher,
  createSecretMatcher,
  type SecretMatch,
  type Replacement,
} from './secret-matcher.ts';

/** Characters: a shorter value comes by chance in any text. */
const SHORTEST = 4;

const OF_ASCII = textualBytes(true);
const OF_ALL = textualBytes(false);

/** Values that are looked for in texts, however they are written; none yet. */
export const createKnownSecrets = () => {
  const index = createSecretMatcher();
  const cut = createTruncatedSecretMatcher();
  let known: SecretSearch = {
    shortest: Number.POSITIVE_INFINITY,
    textual: OF_ASCII,
    hasQuotes: false,
    find: (layer, isPart) => {
      const whole = index.find(layer);
      const left = cut.find(layer, isPart);
      return left.length === 0 ? whole : [...whole, ...left];
    },
  };
  let isAscii = true;
  return {
    add: (value: string, replacement: Replacement): void => {
      if (value.length < SHORTEST) return;
      index.add(value, replacement);
      const asWritten = { ...replacement, live: false };
      const forms = otherSecretForms(value);
      for (const form of forms) index.add(form, asWritten);
      for (const text of [value, ...forms]) cut.add(text, asWritten);
      isAscii &&= Buffer.byteLength(value) === value.length;
      known = {
        ...known,
        shortest: Math.min(known.shortest, value.length),
        textual: isAscii ? OF_ASCII : OF_ALL,
        hasQuotes: known.hasQuotes || /["']/.test(value),
      };
    },
    /** What stands for a value in what was redacted before. It is found as it is, and in no other form. */
    keep: (shown: string, replacement: Replacement): void => index.add(shown, replacement),
    size: () => index.size(),
    /** All of them in a text, in order and without overlaps; `undefined` if there is too much in it to look at it all. */
    find: (text: string): readonly SecretMatch[] | undefined => {
      const { found, isCutOff } = searchText(text, known, index.find);
      return isCutOff ? undefined : found;
    },
    /** Tells if some of them stand in these bytes; `undefined` if there is too much in them to look at it all. */
    standIn: (bytes: Buffer): boolean | undefined => {
      const { found, isCutOff } = searchBytes(bytes, known);
      return isCutOff ? undefined : found.length > 0;
    },
  };
};

/** Of a JWT what it says and its signature, which may come back alone; its head is the same in many. */
const tokenParts = (value: string): readonly string[] => {
  const [, payload, signature] = /^[\w-]{8,}\.([\w-]{8,})\.([\w-]{8,})$/.exec(value) ?? [];
  return payload === undefined || signature === undefined ? [] : [payload, signature];
};

/** Forms of a value that no decoding brings back: the parts of a JWT, the bytes of its UTF-8, a form's plus for a blank. */
export const otherSecretForms = (value: string): readonly string[] => {
  const written = value.includes(' ') ? [value, value.replaceAll(' ', '+')] : [value];
  const forms = [...written, ...written.map(utf8Bytes), ...tokenParts(value)];
  return [...new Set(forms)].filter((form) => form !== value);
};
