import type { TransportError } from '../../spec/exchange.ts';
import type { Proxy } from './proxy.ts';

/** No connection: with a proxy in between it is the proxy that there is none to. */
const NO_CONNECTION =
  /^(ENOTFOUND|EAI_\w+|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_PRX_\w+)$/;

const ofProxy = ({ code, message }: TransportError, proxy: Proxy): TransportError => {
  const name = `the proxy ${proxy.shown} (${proxy.namedBy})`;
  const [, refusal] = /Proxy response \((\d+)\)/.exec(message) ?? [];
  if (refusal === '407' || /Proxy Authentication Required/.test(message))
    return {
      code: 'PROXY_AUTHENTICATION',
      message: `${name} asks for another user or password (407)`,
    };
  if (refusal !== undefined)
    return { code: 'PROXY_REFUSED', message: `${name} answered ${refusal} to CONNECT` };
  if (NO_CONNECTION.test(code))
    return { code: 'PROXY_UNREACHABLE', message: `${name}: ${message}` };
  return { code, message };
};

/** What the network did, in the words of an exchange; what a proxy did is said of the proxy. */
export const transportError = (error: unknown, proxy: Proxy | undefined): TransportError => {
  const { code, message, errors } = error as {
    code?: unknown;
    message?: unknown;
    errors?: readonly unknown[];
  };
  const messages = [message, ...(errors ?? []).map((one) => (one as Error).message)];
  const known = {
    code: typeof code === 'string' ? code : 'UNKNOWN',
    message: messages.filter(Boolean).join('; ') || 'no message',
  };
  return proxy ? ofProxy(known, proxy) : known;
};
