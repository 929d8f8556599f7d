import type { AccessTokens } from './access-tokens.ts';
import type { Choices } from './choices.ts';
import type { Client } from './clients.ts';
import type { Contract, Draft, Id, Item, Store } from './store.ts';
import type { Draw } from './draw.ts';
import type { Gateway } from './gateway.ts';
import type { IdKind } from './choices/ids.ts';
import type { IdSource } from './ids.ts';
import type { JsonObject } from './json.ts';
import type { KnownOperation, OperationId } from '../spec/operations.ts';
import type { Line } from '../spec/line.ts';
import type { Locks } from './locks.ts';
import type { Replica } from './replica.ts';
import type { Reply } from './reply.ts';
import type { RequestSchemas } from './request-schemas.ts';
import type { Rule } from './rules/rule.ts';
import type { statusOf } from './refusal.ts';
import type { Tariff } from './prices/price.ts';
import type { TermsTokens } from './terms-token.ts';

/** Raw parts of a request, before any check. */
export interface Incoming {
  readonly operation: KnownOperation;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Header names as spelt on the wire. */
  readonly headerNames: readonly string[];
  readonly query: JsonObject;
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The body's bytes; absent if none were sent. */
  readonly bytes: Buffer | undefined;
  /** Address that was called, without the path prefix. */
  readonly origin: string;
  /** The connection on which it came; the same object for all requests of one connection. */
  readonly connection: object;
}

/** One request in the pipeline; each stage adds its results. */
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

/** The client that the authentication guard accepted. */
export const clientOf = (call: Call): Client => found(call.client, 'client', call);
/** The draft that the path names. Throws if the operation's path has none. */
export const draftOf = (call: Call): Draft => found(call.draft, 'draft', call);
/** The car, person or metadata item that the path names. Throws if the operation's path has none. */
export const itemOf = (call: Call): Item => found(call.item, 'item', call);
/** The contract that the path names. Throws if the operation's path has none. */
export const contractOf = (call: Call): Contract => found(call.contract, 'contract', call);

/** A check of a request before its body is read; throws a Refusal. `id` is the name by which a fault removes it. */
export interface Guard {
  readonly id: string;
  check(call: Call): void;
}

/** Kind and id of a resource. `path` leads to it, relative to the address. */
export interface Identity {
  readonly kind: IdKind;
  readonly id: Id;
  readonly path: string;
}

/** Result of a handler, in the terms of the service; its form on the wire is decided afterwards, in one place. */
export interface Outcome {
  /** The resource that is answered; absent if there is none. */
  readonly resource?: JsonObject;
  /** The resource without the fields that no later step needs; default `{}`. */
  readonly essential?: JsonObject;
  /** Response headers beside the resource; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly identity?: Identity;
  readonly modifiedAt?: Date;
  /** A document instead of a resource, application/pdf. */
  readonly document?: Buffer;
}

/** Performs one operation on a request that passed guards, schema and rules. */
export type Handler = (call: Call) => Outcome | Promise<Outcome>;

/** Method and path (relative to the address, with `{placeholders}`) of an operation. */
export interface Route {
  readonly operation: KnownOperation;
  readonly path: string;
}

/** Changes an answer, success or refusal, before it is sent. */
export type FinishHook = (call: Call, reply: Reply) => Reply;

/** All parts of one running service, created anew for each; a dialect or fault may change any part that is not readonly. */
export interface Tables {
  readonly choices: Choices;
  readonly now: () => Date;
  readonly draw: Draw;
  readonly store: Store;
  readonly locks: Locks;
  readonly tokens: TermsTokens;
  readonly credentials: ReadonlyMap<string, Client>;
  /** Set for a service with OAuth2. */
  readonly accessTokens: AccessTokens;
  readonly replica: Replica;
  readonly gateway: Gateway;
  routes: Route[];
  guards: Guard[];
  readBody: (request: Incoming) => unknown;
  lookUp: (call: Call) => void;
  schemas: RequestSchemas;
  rules: Rule[];
  readonly handlers: Record<OperationId, Handler>;
  readonly tariffs: Record<Line, Tariff>;
  statusOf: typeof statusOf;
  /** Run in order on every answer. */
  readonly finish: FinishHook[];
  /** Operations whose rules and handler run one after the other on one draft. */
  readonly locked: Set<OperationId>;
  newId: IdSource;
  invalidatePrices: (draft: Draft, next: JsonObject, today: string) => void;
}
