import { connect } from 'node:net';
import { createServer, type Server } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { serverCertificate } from '../../../client/testing/test-certificates.ts';
import { startReference } from '../../../reference/start.ts';

/** A reference service behind TLS on this machine. */
export interface TlsService {
  /** Target without `ca:`. */
  readonly target: Readonly<Record<string, unknown>>;
  /** Its credentials. */
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** Ends TLS before a service of this machine, as a gateway does. */
const tlsBefore = async (address: string): Promise<Server> => {
  const { hostname: host, port } = new URL(address);
  const server = createServer(serverCertificate(), (from) => {
    const to = connect(Number(port), host);
    from.pipe(to).pipe(from);
    // Either side may leave; the other one then ends as well.
    from.on('error', () => to.destroy());
    to.on('error', () => from.destroy());
    from.on('close', () => to.destroy());
    to.on('close', () => from.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

const addressOf = (server: Server): string =>
  `https://localhost:${(server.address() as AddressInfo).port}`;

/** Starts it on localhost, with a certificate of the tests' own authority. */
export const startTlsService = async (): Promise<TlsService> => {
  const reference = await startReference();
  const base = await tlsBefore(reference.base_url);
  const gap = await tlsBefore(reference.gap_base_url);
  const addresses = { base_url: addressOf(base), gap_base_url: addressOf(gap) };
  return {
    target: { ...reference.target, ...addresses },
    environment: reference.environment,
    close: async () => {
      for (const server of [base, gap]) server.close();
      await reference.close();
    },
  };
};
