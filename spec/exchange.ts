import type { RequirementId } from './catalogue.ts';
import type { OperationId } from './operations.ts';

/** A body as bytes-safe text: UTF-8 where the bytes are UTF-8, else base64. */
export interface BodyText {
  readonly encoding: 'utf8' | 'base64';
  readonly text: string;
}

/** Header names in lower case; a header that came twice is a list. */
export type HeaderMap = Readonly<Record<string, string | readonly string[]>>;

/** Why no answer came. `code` is undici's or Node's error code, or DEADLINE. */
export interface TransportError {
  readonly code: string;
  readonly message: string;
  /** Of an answer that came, and whose body is not read. */
  readonly status?: number;
}

/** One request and its response (or the lack of one), as plain data. */
export interface Exchange {
  /** Position in the run's record, from 1. */
  readonly n: number;
  /** When it was sent, ISO 8601. */
  readonly at: string;
  /** The operation it was sent for; absent for a followed link. */
  readonly operation?: OperationId;
  /** Which journey or probe sent it, such as `journey/gap/3`. */
  readonly test: string;
  /** What the sender is entitled to: a legal request that must succeed, a faulty one, or no expectation. */
  readonly intent: 'legal' | 'faulty' | 'open';
  /** Of a faulty request: the requirement that it breaks. */
  readonly breaks?: RequirementId;
  /** From 1; above 1 after a polite repetition (429, 503, read-back). */
  readonly attempt: number;
  readonly request: {
    readonly method: string;
    /** Credentials in a query are redacted. */
    readonly url: string;
    readonly headers: HeaderMap;
    /** How some names were spelt where that was the question (W1), by the name in lower case. */
    readonly headerNames?: Readonly<Record<string, string>>;
    readonly body?: BodyText;
  };
  readonly response?: {
    readonly status: number;
    readonly headers: HeaderMap;
    readonly body: BodyText;
  };
  readonly error?: TransportError;
  /** Milliseconds until the response's headers, and until its end. */
  readonly timings: { readonly headers?: number; readonly total: number };
}
