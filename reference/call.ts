import type { Client } from './clients.ts';
import type { Contract, Draft, Item } from './store.ts';
import type { JsonObject } from './json.ts';
import type { KnownOperation } from '../spec/operations.ts';
import type { Tables } from './tables.ts';

/** What a request brings, before anything was looked at. */
export interface Incoming {
  readonly operation: KnownOperation;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Names of the headers as they were spelt. */
  readonly headerNames: readonly string[];
  readonly query: JsonObject;
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The body's bytes; absent where none were sent. */
  readonly bytes: Buffer | undefined;
  /** Address that was called, without the path prefix. */
  readonly origin: string;
  /** The connection on which it came; the same object for all requests of one connection. */
  readonly connection: object;
}

/** One request on its way through the pipeline; each stage fills in what it found. */
export interface Call extends Incoming {
  readonly tables: Tables;
  readonly now: Date;
  client?: Client;
  /** The parsed body; `{}` until it is parsed, and for requests that carry none. */
  body: JsonObject;
  draft?: Draft;
  item?: Item;
  contract?: Contract;
}

const found = <T>(value: T | undefined, what: string, call: Call): T => {
  if (value === undefined) throw new Error(`${call.operation.id} has no ${what} in its path`);
  return value;
};

/** The client that the authentication guard let in. */
export const clientOf = (call: Call): Client => found(call.client, 'client', call);
/** The draft that the path names. Throws where the operation's path has none. */
export const draftOf = (call: Call): Draft => found(call.draft, 'draft', call);
/** The car, person or metadata item that the path names. Throws where the operation's path has none. */
export const itemOf = (call: Call): Item => found(call.item, 'item', call);
/** The contract that the path names. Throws where the operation's path has none. */
export const contractOf = (call: Call): Contract => found(call.contract, 'contract', call);
