import { type SecretSearch, searchBytes, searchText } from './decoding/search-layers.ts';
import { textualBytes, utf8Bytes } from './decoding/views.ts';
import {
  createTruncatedSecretMatcher,
  createSecretMatcher,
  type SecretMatch,
  type Replacement,
} from './secret-matcher.ts';

/** Characters; a shorter value occurs in any text by chance. */
const SHORTEST = 4;

const OF_ASCII = textualBytes(true);
const OF_ALL = textualBytes(false);

/** Creates an empty set of secrets, which are found in texts in every encoding. */
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
    /** Adds the placeholder of a redacted value, which is matched literally only. */
    keep: (shown: string, replacement: Replacement): void => index.add(shown, replacement),
    size: () => index.size(),
    /** All matches in a text, in order and without overlaps; undefined if the search budget was exceeded. */
    find: (text: string): readonly SecretMatch[] | undefined => {
      const { found, isCutOff } = searchText(text, known, index.find);
      return isCutOff ? undefined : found;
    },
    /** True if the bytes hold a secret; undefined if the search budget was exceeded. */
    standIn: (bytes: Buffer): boolean | undefined => {
      const { found, isCutOff } = searchBytes(bytes, known);
      return isCutOff ? undefined : found.length > 0;
    },
  };
};

/** Payload and signature of a JWT, which may be echoed alone; the header is common to many. */
const tokenParts = (value: string): readonly string[] => {
  const [, payload, signature] = /^[\w-]{8,}\.([\w-]{8,})\.([\w-]{8,})$/.exec(value) ?? [];
  return payload === undefined || signature === undefined ? [] : [payload, signature];
};

/** Forms of a value that decoding does not restore: the parts of a JWT, the bytes of its UTF-8, a plus for a space. */
export const otherSecretForms = (value: string): readonly string[] => {
  const written = value.includes(' ') ? [value, value.replaceAll(' ', '+')] : [value];
  const forms = [...written, ...written.map(utf8Bytes), ...tokenParts(value)];
  return [...new Set(forms)].filter((form) => form !== value);
};
