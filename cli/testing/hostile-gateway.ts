import { startLocalServer } from '../../client/testing/local-server.ts';
import { startReference } from '../../reference/start.ts';

/** An answer on its way from a correct service to the harness. */
export interface PassingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

/** What is done to each answer; `path` is the one of the request. */
export type Attack = (answer: PassingAnswer, path: string) => PassingAnswer;

/** A service whose answers are made hostile on their way. */
export interface HostileGateway {
  /** The target document, with secrets as references. */
  readonly target: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Of the hop, not of the answer. */
const HOP = ['content-length', 'transfer-encoding', 'connection', 'keep-alive'];

/** Starts the reference service with faults and a gateway before it, on 127.0.0.1 and free ports. */
export const startHostileGateway = async (
  attack: Attack,
  faults: readonly string[] = [],
): Promise<HostileGateway> => {
  const reference = await startReference({ faults });
  const pass = async (url: string, init: RequestInit): Promise<PassingAnswer> => {
    const { base_url: base, gap_base_url: gap } = reference;
    const { origin } = new URL(url.includes('/motor/') ? gap : base);
    const answer = await fetch(origin + url, { ...init, redirect: 'manual' });
    const headers = [...answer.headers].filter(([name]) => !HOP.includes(name));
    const body = Buffer.from(await answer.arrayBuffer());
    return attack({ status: answer.status, headers: Object.fromEntries(headers), body }, url);
  };
  const server = await startLocalServer(({ method, url, headers, body }, response) => {
    const { host: _host, connection: _connection, ...kept } = headers;
    const sent = { method, headers: kept as Record<string, string> };
    const answer = async (): Promise<void> => {
      const passed = await pass(url, body === '' ? sent : { ...sent, body });
      const changed = passed.headers as Record<string, string | string[]>;
      response.writeHead(passed.status, changed).end(passed.body);
    };
    answer().catch(() => response.destroy());
  });
  return {
    target: { ...reference.target, base_url: server.address, gap_base_url: server.address },
    environment: reference.environment,
    close: async () => {
      await server.close();
      await reference.close();
    },
  };
};
