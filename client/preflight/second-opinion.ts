import { get } from 'node:http';
import { get as getOverTls } from 'node:https';
import { secureContextOf } from '../http/certificate-authorities.ts';
import { proxyFor } from '../http/proxies.ts';
import type { Network } from '../target/network.ts';

/** An error of Node's parser has the reason in words, which undici loses if the length of the answer is known. */
type ParseError = Error & { readonly reason?: unknown };

/**
 * What Node's own client makes of an answer that undici refused: whether it reads it, or why not. Sends no credential.
 * Undefined through a proxy, and if nothing comes before the deadline, in milliseconds.
 */
export const secondOpinion = (
  url: string,
  { proxies, authorities, client, insecure }: Network,
  deadline: number,
): Promise<string | undefined> => {
  if (proxyFor(new URL(url).origin, proxies)) return Promise.resolve(undefined);
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const secureContext = secureContextOf(authorities, client);
  const common = { agent: false, signal: AbortSignal.timeout(deadline) } as const;
  const request = url.startsWith('https:')
    ? getOverTls(url, {
        ...common,
        ...(secureContext ? { secureContext } : {}),
        rejectUnauthorized: insecure === undefined,
      })
    : get(url, common);
  const refuse = ({ reason }: ParseError): void =>
    resolve(
      typeof reason === 'string' ? `Node's own client refuses it, too: ${reason}` : undefined,
    );
  request.on('error', refuse);
  request.on('upgrade', (_response, socket) => {
    socket.destroy();
    resolve(undefined);
  });
  request.on('response', (response) => {
    response.on('error', refuse).on('end', () => {
      resolve(`Node's own client reads it (status ${response.statusCode})`);
    });
    response.resume();
  });
  return promise.finally(() => request.destroy());
};
