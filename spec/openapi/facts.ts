import type { OperationId } from '../operations.ts';
import type { JsonObject } from './field-schema.ts';

/** What the specification leaves open and a document may say all the same: what the target or the generators know. */
export interface DocumentFacts {
  /** Of the project. */
  readonly version: string;
  readonly servers: { readonly base: JsonObject; readonly gap: JsonObject };
  /** How the service is asked to be called; left out: as the specification leaves it, open. */
  readonly security?: { readonly name: string; readonly scheme: JsonObject };
  /** A body for each operation that has one, as an example. */
  readonly examples: Readonly<Partial<Record<OperationId, unknown>>>;
  /** Bodies of operations whose body is not shown; an example each. */
  readonly bodies: Readonly<Partial<Record<OperationId, unknown>>>;
  /** JSON pointers into the answers of creations, by the path parameter that they hand out. */
  readonly ids: Readonly<
    Partial<Record<OperationId, { readonly parameter: string; readonly pointer: string }>>
  >;
}
