/** The shortest integer that a JavaScript number may not hold has so many digits. */
const MANY_DIGITS = /\d{16}/;

/** The texts and the numbers of a JSON text. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

const isTooLong = (token: string): boolean =>
  /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token));

/** A JSON text, with every integer that a JavaScript number cannot hold written as a text of its digits (D4). */
export const digitsKept = (json: string): string =>
  MANY_DIGITS.test(json)
    ? json.replace(TOKENS, (token) => (isTooLong(token) ? `"${token}"` : token))
    : json;
