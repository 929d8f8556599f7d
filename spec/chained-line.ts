// Hash-chains the lines of a record: each ends with a digest of the line before it and of itself, so that one that was changed,
// lost or moved is found. This file defines their format; writers and readers compute the digests.

/** The digest that precedes the first line. */
export const CHAIN_START = 'assay exchanges v1';

const KEY = ',"chain":"';
/** SHA-256 in base64url. */
const DIGEST_LENGTH = 43;
const SUFFIX_LENGTH = KEY.length + DIGEST_LENGTH + '"}'.length;

/** Input of a line's digest: the digest before it and the line as JSON, without its own. */
export const chainedText = (before: string, json: string): string => `${before}\n${json}`;

/** A JSON object of at least one key as a line of a chain, without its end. */
export const chainedLine = (json: string, digest: string): string =>
  `${json.slice(0, -1)}${KEY}${digest}"}`;

/** The two parts of a line of a chain; undefined if it is none. */
export const chainedParts = (
  line: string,
): { readonly json: string; readonly digest: string } | undefined => {
  const at = line.length - SUFFIX_LENGTH;
  if (at < 1 || !line.startsWith(KEY, at) || !line.endsWith('"}')) return undefined;
  const digest = line.slice(at + KEY.length, -2);
  return { json: `${line.slice(0, at)}}`, digest };
};
