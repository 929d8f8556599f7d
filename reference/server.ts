import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Route, Tables } from './tables.ts';
import type { JsonObject } from './json.ts';
import type { Reply } from './reply.ts';
import { answer } from './pipeline.ts';

/** Largest body that is read, bytes; a larger one is answered 413. */
const BODY_LIMIT = 1_048_576;

/** How a server listens. */
export interface ServerOptions {
  readonly tables: Tables;
  readonly routes: readonly Route[];
  /** 0: a free one. */
  readonly port: number;
  /** Milliseconds that a client may take to send its request. Default 20 s. */
  readonly requestTimeout?: number;
}

/** A listening server; `origin` is its address without a path. */
export interface Server {
  readonly origin: string;
  close(): Promise<void>;
}

const send = (reply: FastifyReply, { status, headers, body }: Reply): FastifyReply => {
  const answered = reply.code(status).headers(headers);
  if (body === undefined) return answered.send();
  if (Buffer.isBuffer(body)) return answered.send(body);
  if (!('content-type' in headers)) answered.type('application/json; charset=utf-8');
  return answered.send(JSON.stringify(body));
};

const build = (requestTimeout: number): FastifyInstance => {
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout,
    http: { connectionsCheckingInterval: Math.min(requestTimeout, 5000) },
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 2000 },
  });
  // Node swaps the two where the headers may take longer than the request, and then waits a minute for the rest.
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

/** Listens on 127.0.0.1 for the given routes. Rejects where the port is taken. */
export const listen = async (options: ServerOptions): Promise<Server> => {
  const { tables, routes, port, requestTimeout = 20_000 } = options;
  const app = build(requestTimeout);
  let origin = '';
  for (const { operation, path } of routes)
    app.route({
      method: operation.method,
      url: `${tables.choices.pathPrefix}${path.replace(/\{(\w+)\}/g, ':$1')}`,
      handler: async (request: FastifyRequest, reply) => {
        const { headers, body } = request;
        const query = request.query as JsonObject;
        const params = request.params as Readonly<Record<string, string>>;
        const bytes = Buffer.isBuffer(body) ? body : undefined;
        return send(
          reply,
          await answer(tables, { operation, headers, query, params, bytes, origin }),
        );
      },
    });
  origin = await app.listen({ host: '127.0.0.1', port });
  return { origin, close: () => app.close() };
};
