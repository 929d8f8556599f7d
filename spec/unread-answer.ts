import type { TransportError } from './exchange.ts';

/** A request that was not sent, since what the service gave for it cannot be, or the target's limits forbid it. */
export const NOT_SENT = 'NOT_SENT';

/** Codes of an answer that came, but of which nothing is judged: it is beyond what is read, or what a run records. */
export const UNREAD = {
  tooLarge: 'ANSWER_TOO_LARGE',
  tooDeep: 'ANSWER_TOO_DEEP',
  tooManyValues: 'ANSWER_OF_TOO_MANY_VALUES',
  notKept: 'ANSWER_NOT_KEPT',
  /** Of undici: the headers are longer than 16 KiB. */
  headers: 'UND_ERR_HEADERS_OVERFLOW',
} as const;

/** One of the codes. */
export type UnreadCode = (typeof UNREAD)[keyof typeof UNREAD];

const CODES: ReadonlySet<string> = new Set(Object.values(UNREAD));

/** Tells if an answer came that is beyond what is read or recorded. */
export const isUnread = (
  error: TransportError | undefined,
): error is TransportError & { readonly code: UnreadCode } =>
  error !== undefined && CODES.has(error.code);

/** A word for what came instead of an answer: the code, and the whole sentence where Assay itself made the limit. */
export const insteadOfAnswer = (error: TransportError | undefined): string => {
  if (error === undefined) return 'no reason given';
  return isUnread(error) || error.code === NOT_SENT
    ? `${error.code}, ${error.message}`
    : error.code;
};
