import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A port on this machine on which nobody listens now. */
export const freePort = async (): Promise<string> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
};
