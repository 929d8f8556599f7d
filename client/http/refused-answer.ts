import { maxHeaderSize } from 'node:http';
import { type TransportError, UNREAD } from '../../spec/exchange.ts';

/** undici's code for every error of an answer whose length it knows, and whose body it has not read. */
const MISMATCH = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
const REFUSED = 'the client library refused the answer:';

/** Reasons in undici's own words, most of which are those of its parser. */
const REASONS: readonly (readonly [message: RegExp, reason: (detail: string) => string])[] = [
  [/^bad response$/, () => 'an unsolicited 100 Continue came before it'],
  [/^bad upgrade$/, () => 'it switches to another protocol unasked'],
  // An answer that does not begin like HTTP comes from something else.
  [
    /^Response does not match the HTTP\/1\.1 protocol \((?!Expected HTTP\/)(.+)\)/,
    (detail) => detail,
  ],
];

/**
 * The error of an answer that came, and that the client library did not read; undefined for any other error. Other clients
 * may read it, so it proves nothing about the service or its address.
 */
export const refusedAnswer = (
  { code, message }: TransportError,
  hasHeaders: boolean,
): TransportError | undefined => {
  if (code === MISMATCH && !hasHeaders)
    return {
      code: UNREAD.refused,
      message: `${REFUSED} a header is malformed, such as its Content-Length`,
    };
  if (code === UNREAD.headers)
    return {
      code,
      message: `${REFUSED} its headers are longer than ${maxHeaderSize.toLocaleString('en')} bytes; NODE_OPTIONS=--max-http-header-size=${4 * maxHeaderSize} raises the limit`,
    };
  for (const [pattern, reasonOf] of REASONS) {
    const [found, detail = ''] = pattern.exec(message) ?? [];
    if (found !== undefined)
      return { code: UNREAD.refused, message: `${REFUSED} ${reasonOf(detail)}` };
  }
  return undefined;
};

/**
 * Tests if an answer is whole whose Content-Length undici took for another number: it counts blanks behind the digits as
 * digits, which are no part of the value (RFC 9110, 5.5).
 */
export const isWholeDespiteBlanks = (
  { code }: Partial<TransportError>,
  contentLength: string | readonly string[] | undefined,
  size: number,
): boolean => {
  if (code !== MISMATCH || typeof contentLength !== 'string') return false;
  const [, digits] = /^(\d+)[ \t]+$/.exec(contentLength) ?? [];
  return digits !== undefined && Number(digits) === size;
};
