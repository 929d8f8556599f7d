/** Transport of answers; none of it is in the specification (S8). */
export interface TransportChoices {
  readonly transport: {
    readonly framing: 'length' | 'chunked';
    readonly compression: 'none' | 'gzip';
    /** Case of the header names. */
    readonly headerNames: 'lower' | 'title' | 'odd';
    /** Connections are kept, kept for a few requests and a second at most, or closed after every answer. */
    readonly connections: 'kept' | 'short' | 'closed';
    /** Milliseconds that an answer takes, at least and at most; most answers are nearer to the least. */
    readonly delay: readonly [least: number, most: number];
    /** Every so many-th request is answered 429 with Retry-After; 0 is none. */
    readonly busyEvery: number;
    /** Every so many-th request is answered 408, 421 or 425 in turn, before any processing; 0 is none. */
    readonly againEvery: number;
    /** Requests per second of one credential, of a bucket as large; more are answered 429. 0 is no limit. */
    readonly perSecond: number;
    /** Requests of one credential in each window of so many milliseconds; more are answered 429. 0 is no limit. */
    readonly window: { readonly calls: number; readonly ms: number };
    /** True if such a 429 has a Retry-After. */
    readonly tellsWhen: boolean;
    /** Form of every Retry-After (RFC 9110, 10.2.3). */
    readonly retryAfter: 'seconds' | 'date';
    /** Every so many-th request is answered 503 with Retry-After; 0 is none. */
    readonly unavailableEvery: number;
  };
}
