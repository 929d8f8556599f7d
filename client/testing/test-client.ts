import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { Exchange } from '../../spec/exchange.ts';
import type { Call } from '../http/build-request.ts';
import { createClient } from '../http/client.ts';
import type { Clock } from '../http/request-pace.ts';
import type { SenderEvents } from '../http/retrying-sender.ts';
import { type Received, startLocalServer } from './local-server.ts';
import type { Target } from '../target.ts';
import { testTarget } from './test-target.ts';

/** Answers a request of a local server; `count` starts from 1. */
export type Answer = (request: Received, response: ServerResponse, count: number) => void;

/** Answers 200 with an empty object. */
export const ok: Answer = (_request, response) => response.end('{}');

/** Opens a client of a local server with the owner's bearer token; both are closed when the test is finished. */
export const openClient = async (
  answer: Answer,
  document: Partial<Target> = {},
  basePath = '',
  news: SenderEvents & { readonly clock?: Clock; readonly isTraced?: boolean } = {},
) => {
  const server = await startLocalServer(answer);
  onTestFinished(() => server.close());
  const identities = { owner: { auth: { scheme: 'bearer', token: 'abcdefghijkl' } } } as const;
  const target = await testTarget({ base_url: server.address + basePath, identities, ...document });
  const record: Exchange[] = [];
  const client = createClient({
    ...news,
    target,
    record: {
      append(exchange) {
        const numbered = { n: record.length + 1, ...exchange };
        record.push(numbered);
        return numbered;
      },
    },
  });
  onTestFinished(() => client.close());
  const send = (call: Partial<Call> = {}) =>
    client.send({
      operation: 'travel.draft-create',
      body: {},
      test: 'a test',
      intent: 'legal',
      ...call,
    });
  return { server, target, record, client, send };
};
