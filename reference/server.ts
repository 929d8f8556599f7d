import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';
import type { Route, Tables, Incoming } from './call.ts';
import type { Choices } from './choices.ts';
import type { JsonObject } from './json.ts';
import type { Reply } from './reply.ts';
import { answer } from './pipeline.ts';
import { answerTokenRequest } from './token-endpoint.ts';
import { writeReply } from './wire.ts';

/** Largest body that is read, bytes; a larger one is answered 413. */
const BODY_LIMIT = 1_048_576;

/** Options of a server. */
export interface ServerOptions {
  readonly tables: Tables;
  readonly routes: readonly Route[];
  /** Default: answers from the tables. */
  readonly answer?: (request: Incoming, route: Route) => Promise<Reply>;
  /** 0: any free port. */
  readonly port: number;
  /** Milliseconds that a client may take to send its request. Default 20 s. */
  readonly requestTimeout?: number;
}

/** A listening server; `origin` is its address without a path. */
export interface Server {
  readonly origin: string;
  close(): Promise<void>;
}

const build = (requestTimeout: number, { transport }: Choices): FastifyInstance => {
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout,
    http: { connectionsCheckingInterval: Math.min(requestTimeout, 5000) },
    forceCloseConnections: true,
    ...(transport.connections === 'short'
      ? { keepAliveTimeout: 1000, maxRequestsPerSocket: 5 }
      : {}),
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 2000 },
  });
  // Node swaps the two timeouts if the one for headers is longer, and then waits a minute for the body.
  app.server.headersTimeout = requestTimeout;
  // Bodies are parsed in the pipeline, after the guards, so that every operation refuses them in its own words.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => {
    done(null, bytes);
  });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) =>
    reply.code(error.statusCode ?? 500).send(),
  );
  return app;
};

/** Answers the token requests of a service that has OAuth2. */
const serveTokens = (app: FastifyInstance, tables: Tables): void => {
  const { auth, pathPrefix } = tables.choices;
  if (auth.scheme !== 'oauth2') return;
  app.post(`${pathPrefix}${auth.tokenPath}`, ({ headers, body }, reply) => {
    const bytes = Buffer.isBuffer(body) ? body : undefined;
    const answered = answerTokenRequest(tables, { authorization: headers.authorization, bytes });
    writeReply(reply.raw, answered, tables.choices);
    reply.hijack();
  });
};

const incoming = (
  request: FastifyRequest,
  operation: Route['operation'],
  origin: string,
): Incoming => ({
  operation,
  headers: request.headers,
  headerNames: request.raw.rawHeaders.filter((_, at) => at % 2 === 0),
  query: request.query as JsonObject,
  params: request.params as Readonly<Record<string, string>>,
  bytes: Buffer.isBuffer(request.body) ? request.body : undefined,
  origin,
  connection: request.raw.socket,
});

/** Listens on 127.0.0.1 for the given routes. Rejects if the port is taken. */
export const listen = async (options: ServerOptions): Promise<Server> => {
  const { tables, routes, port, requestTimeout = 20_000 } = options;
  const { answer: answerOne = (request) => answer(tables, request) } = options;
  const { choices } = tables;
  const app = build(requestTimeout, choices);
  let origin = '';
  serveTokens(app, tables);
  for (const route of routes) {
    const { operation, path } = route;
    app.route({
      method: operation.method,
      url: `${choices.pathPrefix}${path.replace(/\{(\w+)\}/g, ':$1')}`,
      handler: async (request, reply) => {
        const turnedAway = await tables.gateway(
          operation.step,
          request.headers.authorization ?? '',
        );
        const answered =
          turnedAway ?? (await answerOne(incoming(request, operation, origin), route));
        // Rendered before hijack: if that throws, fastify answers 500, while after hijack the caller would
        // wait for ever.
        writeReply(reply.raw, answered, choices);
        reply.hijack();
      },
    });
  }
  origin = await app.listen({ host: '127.0.0.1', port });
  return { origin, close: () => app.close() };
};
