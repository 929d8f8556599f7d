import type { RequirementId } from './catalogue.ts';
import type { OperationId } from './operations.ts';

/** A body as text without loss: as it is if its bytes are UTF-8, else in base64. */
export interface BodyText {
  readonly encoding: 'utf8' | 'base64';
  readonly text: string;
}

/** Headers by name in lower case; a repeated header is a list. */
export type HeaderMap = Readonly<Record<string, string | readonly string[]>>;

/** Reason why no answer came. `code` is undici's or Node's error code, or DEADLINE. */
export interface TransportError {
  readonly code: string;
  readonly message: string;
  /** Status of an answer whose body was not read. */
  readonly status?: number;
}

/** One request and its response (or the lack of one), as plain data. */
export interface Exchange {
  /** Position in the run's record, from 1. */
  readonly n: number;
  /** Time at which it was sent, ISO 8601. */
  readonly at: string;
  /** The operation it was sent for; absent for a followed link. */
  readonly operation?: OperationId;
  /** Name of the journey or probe that sent it, such as `journey/gap/3`. */
  readonly test: string;
  /** The sender's expectation: a legal request that must succeed, a faulty one, or none. */
  readonly intent: 'legal' | 'faulty' | 'open';
  /** Of a faulty request: the requirement that it breaks. */
  readonly breaks?: RequirementId;
  /** From 1; above 1 for retries and polls (429, 503, read-back). */
  readonly attempt: number;
  readonly request: {
    readonly method: string;
    /** Credentials in a query are redacted. */
    readonly url: string;
    readonly headers: HeaderMap;
    /** Spelling of header names that are tested for it (W1), by the name in lower case. */
    readonly headerNames?: Readonly<Record<string, string>>;
    readonly body?: BodyText;
  };
  readonly response?: {
    readonly status: number;
    readonly headers: HeaderMap;
    readonly body: BodyText;
  };
  readonly error?: TransportError;
  /** Pointer of the resource in the answer, if the target declares one (P3). */
  readonly envelope?: string;
  /** Milliseconds until the response's headers, and until its end. */
  readonly timings: { readonly headers?: number; readonly total: number };
}

type Headers = Readonly<Record<string, string>>;

/** The headers of a request with those of its credential; a cookie of each is one header (RFC 6265, 5.4). */
export const headersWith = (headers: Headers, credential: Headers): Headers => {
  const all = { ...headers, ...credential };
  const [own, shown] = [headers['cookie'], credential['cookie']];
  return own === undefined || shown === undefined ? all : { ...all, cookie: `${own}; ${shown}` };
};

/** A request that was not sent, because of an unusable value from the service, or the target's limits. */
export const NOT_SENT = 'NOT_SENT';

/** A request that was not sent, because the token endpoint refused the client. */
export const TOKEN_REFUSED = 'TOKEN_REFUSED';

/** Codes of answers that are not judged, since they exceed what is read or recorded. */
export const UNREAD = {
  tooLarge: 'ANSWER_TOO_LARGE',
  tooDeep: 'ANSWER_TOO_DEEP',
  tooManyValues: 'ANSWER_OF_TOO_MANY_VALUES',
  notKept: 'ANSWER_NOT_KEPT',
  /** The client library does not read it as HTTP. */
  refused: 'ANSWER_REFUSED',
  /** undici's code: the headers are longer than 16 KiB. */
  headers: 'UND_ERR_HEADERS_OVERFLOW',
} as const;

/** One of the codes. */
export type UnreadCode = (typeof UNREAD)[keyof typeof UNREAD];

const CODES: ReadonlySet<string> = new Set(Object.values(UNREAD));

/** Tests if an answer exceeds what is read or recorded. */
export const isUnread = (
  error: TransportError | undefined,
): error is TransportError & { readonly code: UnreadCode } =>
  error !== undefined && CODES.has(error.code);

/** Short description of a missing answer: the code, or the whole message if the cause is on this side. */
export const insteadOfAnswer = (error: TransportError | undefined): string => {
  if (error === undefined) return 'no reason given';
  return isUnread(error) || error.code === NOT_SENT
    ? `${error.code}, ${error.message}`
    : error.code;
};
