import type { RequirementId } from '../../spec/catalogue.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Credential } from '../secrets/credential.ts';
import type { IdentityName } from '../target.ts';

/** What to send. Whatever is left out is as a correct client would have it. */
export interface Call {
  readonly operation: OperationId;
  /** Values of draftId, carId … as they are; the client percent-encodes them. */
  readonly params?: Readonly<Record<string, string>>;
  /** Default: BE. */
  readonly country?: string;
  /** A JSON value. Operations whose body is the empty object (DELETE) need none. */
  readonly body?: unknown;
  /** Sent as it is, instead of `body`; empty text for no body at all. */
  readonly rawBody?: string | Uint8Array;
  /** Default: application/json. */
  readonly contentType?: string;
  /** Over the default headers; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** How header names are spelt: all in capitals, or some, by the name in lower case. Default: as a client sends them. */
  readonly headerNames?: 'upper' | Readonly<Record<string, string>>;
  /** Default: owner. */
  readonly identity?: IdentityName;
  /** Default: valid. */
  readonly credential?: Credential;
  /** Instead of the operation's own. */
  readonly method?: string;
  readonly test: string;
  readonly intent: Exchange['intent'];
  /** Of a faulty call: the requirement that it breaks. */
  readonly breaks?: RequirementId;
}
