import type { Exchange } from '../../spec/exchange.ts';

/** Whether the connection was closed before the answer was there: by the service, or by something between. */
export const isClosed = ({ error }: Pick<Exchange, 'error'>): boolean =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(error?.code ?? '');
