import type { Exchange } from './exchange.ts';

/** Header of W3C Trace Context, level 1: version, trace id, id of the calling span, flags. */
export const TRACE_HEADER = 'traceparent';

/** Placeholder of the trace id in the address of a trace. */
const TRACE_ID = '{traceId}';

/** Value of the header for a sampled trace: 32 and 16 hexadecimal digits in lower case, neither all zero. */
export const traceparentOf = (traceId: string, spanId: string): string =>
  `00-${traceId}-${spanId}-01`;

/** Trace id that a request carries, in lower case; undefined if it carries none. */
const traceIdOf = ({ request }: Exchange): string | undefined =>
  /^00-([0-9a-f]{32})-/.exec(String(request.headers[TRACE_HEADER]))?.[1];

/** Address of the service's own trace of an exchange; undefined if it was not traced, or the address is not of the web. */
export const traceAddress = (
  address: string | undefined,
  exchange: Exchange,
): string | undefined => {
  const id = traceIdOf(exchange);
  return id !== undefined && /^https?:\/\//.test(address ?? '')
    ? address?.replaceAll(TRACE_ID, id)
    : undefined;
};
