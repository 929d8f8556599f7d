import type { Call } from '../../client/http/client.ts';
import type { Dimension } from './dimension.ts';

/** Connection of a call: of its own, or one that other calls used before. */
export type Connection = 'fresh' | 'reused';

/** Connection of a probe and of its control request: HTTP requests are independent of it (RFC 9110, 3.3; rule section 0). */
export const connection: Dimension<Connection> = {
  name: 'connection',
  rule: 'section 0',
  plain: 'reused',
  // A connection of its own costs a handshake.
  wheel: ['reused', 'fresh'],
  condition: (value) =>
    value === 'fresh' ? 'the call has a connection of its own' : 'the connection was used before',
};

/** The call over the connection of a context. */
export const overConnection = (
  call: Call,
  { connection: over }: { readonly connection: Connection },
): Call => {
  const { connection: _, ...plain } = call;
  return over === 'fresh' ? { ...plain, connection: 'fresh' } : plain;
};
