/** Transport of answers; none of it is in the specification (S8). */
export interface TransportChoices {
  readonly transport: {
    readonly framing: 'length' | 'chunked';
    readonly compression: 'none' | 'gzip';
    /** Case of the header names. */
    readonly headerNames: 'lower' | 'title' | 'odd';
    /** Keep-alive: unlimited, for a few requests and one second at most, or none. */
    readonly connections: 'kept' | 'short' | 'closed';
    /** Minimum and maximum latency in milliseconds; most answers are nearer to the minimum. */
    readonly delay: readonly [least: number, most: number];
    /** Interval, in requests, of answers 429 with Retry-After; 0: none. */
    readonly busyEvery: number;
    /** Interval, in requests, of answers 408, 421 and 425 in turn, given before any processing; 0: none. */
    readonly againEvery: number;
    /**
     * Rate limit per credential: a token bucket of this size and fill rate per second; beyond it
     * 429. 0: no limit.
     */
    readonly perSecond: number;
    /** Rate limit per credential and fixed window; beyond it 429. 0 calls: no limit. */
    readonly window: { readonly calls: number; readonly ms: number };
    /** True if a 429 of a rate limit has a Retry-After. */
    readonly tellsWhen: boolean;
    /** Form of every Retry-After (RFC 9110, 10.2.3). */
    readonly retryAfter: 'seconds' | 'date';
    /** Interval, in requests, of answers 503 with Retry-After; 0: none. */
    readonly unavailableEvery: number;
  };
}
