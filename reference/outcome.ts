import type { Call } from './call.ts';
import type { Id } from './store.ts';
import type { IdKind } from './choices/ids.ts';
import type { JsonObject } from './json.ts';

/** Which thing a resource is. `path` leads to it, relative to the address. */
export interface Identity {
  readonly kind: IdKind;
  readonly id: Id;
  readonly path: string;
}

/** What a handler did, in the terms of the service; how it looks on the wire is decided afterwards, in one place. */
export interface Outcome {
  /** The resource that is answered; absent where there is none. */
  readonly resource?: JsonObject;
  /** What is left of the resource without the fields that no later step needs; default `{}`. */
  readonly essential?: JsonObject;
  /** What is answered beside the resource; names in small letters. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly identity?: Identity;
  readonly modifiedAt?: Date;
  /** A document instead of a resource, application/pdf. */
  readonly document?: Buffer;
}

/** Performs one operation on a request that passed guards, schema and rules. */
export type Handler = (call: Call) => Outcome | Promise<Outcome>;
