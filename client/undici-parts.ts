import { createRequire } from 'node:module';
import type * as Undici from 'undici';

// Undici in one piece brings fetch, WebSocket, caches and mocks, which take three times as long to load as what sends requests.
const load = createRequire(import.meta.url);

/** What sends requests to one origin. */
export const Pool = load('undici/lib/dispatcher/pool.js') as typeof Undici.Pool;
/** What sends requests to any origin. */
export const Agent = load('undici/lib/dispatcher/agent.js') as typeof Undici.Agent;
/** What sends requests through a proxy. */
export const ProxyAgent = load('undici/lib/dispatcher/proxy-agent.js') as typeof Undici.ProxyAgent;

// As undici does where it is loaded in one piece.
const { prototype } = load('undici/lib/dispatcher/dispatcher.js') as typeof Undici.Dispatcher;
Object.assign(prototype, { request: load('undici/lib/api/api-request.js') as unknown });
