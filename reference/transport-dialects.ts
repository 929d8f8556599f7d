import type { DialectRow } from './dialect-row.ts';

/** Dialects whose HTTP, rate limits or retries are their own; none of it is in the specification (S8). */
export const TRANSPORT_DIALECTS: Readonly<Record<string, DialectRow>> = {
  // Legal but unusual HTTP.
  wire: {
    what: 'sends gzip in chunks, header names in odd case, and closes the connection after every answer',
    pathPrefix: '/v/2',
    transport: {
      framing: 'chunked',
      compression: 'gzip',
      headerNames: 'odd',
      connections: 'closed',
    },
  },
  // A service behind a busy gateway, which asks callers to wait (S8, S9, K4).
  slow: {
    what: 'accepts 20 to 150 ms, asks to wait every 40 requests (429) and is unavailable every 150 (503)',
    slow: true,
    transport: {
      connections: 'short',
      delay: [20, 150],
      busyEvery: 40,
      unavailableEvery: 150,
    },
  },
  // A service with transient errors: the same request succeeds a moment later (S8).
  impatient: {
    what: 'answers every 30th request with 408, 421 or 425, before anything is done, and serves it when it comes again',
    transport: { againEvery: 30 },
  },
  // A service with a limit that its target does not declare (S8).
  metered: {
    what: 'serves 100 requests per second to each caller and answers 429 to more, with Retry-After',
    slow: true,
    transport: { perSecond: 100 },
  },
  // A fixed-window limit per caller, and a date in Retry-After (S8).
  rationed: {
    what: 'serves 80 requests in 200 ms to each caller and answers 429 to more, with a date in Retry-After',
    slow: true,
    transport: { window: { calls: 80, ms: 200 }, retryAfter: 'date' },
  },
};
