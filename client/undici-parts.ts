import { createRequire } from 'node:module';
import type * as Undici from 'undici';

const require = createRequire(import.meta.url);

/**
 * Undici's Agent, from its own file: with its fetch, WebSocket, mocks and caches undici takes more than twice as long to load, and
 * every command that sends waits for it. It can dispatch, but has none of the methods that undici adds when all of it is loaded,
 * such as `request`. The version of undici is pinned.
 */
export const Agent = require('undici/lib/dispatcher/agent.js') as typeof Undici.Agent;

/** All of undici, once it is asked for: its ProxyAgent calls methods that are added only then. */
export const wholeUndici = (): typeof Undici => require('undici') as typeof Undici;
