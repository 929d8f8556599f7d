import { randomBytes } from 'node:crypto';
import { type Envelope, envelopeOf } from '../../spec/envelope.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { TRACE_HEADER, traceparentOf } from '../../spec/trace-context.ts';
import { type AccessTokens, createAccessTokens } from './access-tokens.ts';
import {
  type Call,
  resolveLink,
  type OutgoingRequest,
  buildRequest,
  buildLinkRequest,
  unsentRequestOf,
} from './build-request.ts';
import type { Clock } from './request-pace.ts';
import { type ClientProfile, applyClientProfile } from './client-profile.ts';
import {
  createRetryingSender,
  type SenderEvents,
  type ExchangeLabels,
  preparedOrUnsent,
  type PreparedRequest,
  prepareRequest,
} from './retrying-sender.ts';
import type { RunRecord } from './record.ts';
import type { ResolvedTarget } from '../target.ts';
import type { Secret } from '../secrets/invalid-credentials.ts';

export type { Call };

/** Sender of a request: the test name under which it is recorded, and the client profile that it uses. */
export interface Caller {
  readonly test: (name: string) => string;
  /** Default: the client's own. */
  readonly profile?: ClientProfile;
}

/** Sends requests and records the exchanges; never judges, and follows no redirects by itself. */
export interface Client {
  /**
   * Sends a call, and retries it while the service sends Retry-After and `limits.retryBudget` lasts. Returns the last exchange,
   * which records errors of the service or the network, and the reason if a call could not be sent (NOT_SENT).
   */
  send(call: Call): Promise<Exchange>;
  /**
   * Sends calls at the same moment, each on a separate connection; retries are independent. Throws RangeError for more calls
   * than `maxSimultaneous` allows.
   */
  sendTogether(calls: readonly Call[]): Promise<readonly Exchange[]>;
  /**
   * GETs a link from an answer, over a connection of its own if wanted, or returns that it leads away from the configured
   * addresses (K1).
   */
  follow(
    location: string,
    from: Exchange,
    options: Pick<Call, 'test' | 'identity' | 'connection'>,
  ): Promise<Exchange | 'foreign'>;
  /** The same client with other test names or another client profile; limits and record are shared. */
  as(caller: Caller): Client;
  /** Resolves once no request is queued and another could be sent at once. */
  room(): Promise<void>;
  /** Waits for requests in flight, then closes the connections; pending retries are cancelled. */
  close(): Promise<void>;
}

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** Headers of each call that the run decides: who calls, and a new trace. */
const ownHeadersOf =
  (userAgent: string | undefined, isTraced: boolean) => (): Readonly<Record<string, string>> => ({
    ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
    ...(isTraced ? { [TRACE_HEADER]: traceparentOf(hex(16), hex(8)) } : {}),
  });

const withHeaders = (
  request: OutgoingRequest,
  headers: Readonly<Record<string, string>>,
): OutgoingRequest => ({ ...request, headers: { ...request.headers, ...headers } });

const labelled = (
  { operation, test, intent, breaks }: Call,
  named: Caller['test'],
  declared: Envelope | undefined,
): ExchangeLabels => {
  const envelope = envelopeOf(declared, operation);
  return {
    operation,
    test: named(test),
    intent,
    ...(breaks === undefined ? {} : { breaks }),
    ...(envelope === undefined ? {} : { envelope }),
  };
};

/** Target, record and options of a client. */
interface ClientOptions extends SenderEvents {
  readonly target: ResolvedTarget;
  readonly record: Pick<RunRecord, 'append'>;
  /** Called with every access token before it is used. */
  readonly onSecret?: (secret: Secret) => void;
  /** Default: the target's own text without a run, or the neutral one (`userAgentOf`). */
  readonly userAgent?: string;
  /** True: every call has a W3C trace of its own, which its retries share. Default: false. */
  readonly isTraced?: boolean;
  /** Default: the machine's clock. */
  readonly clock?: Clock;
  /** Default: tokens of this client's own. */
  readonly tokens?: AccessTokens | undefined;
}

/** Creates a client of the target, within its limits; each attempt is appended to the record. */
export const createClient = ({
  target,
  record,
  onSecret,
  userAgent,
  isTraced = false,
  clock,
  tokens: given,
  ...news
}: ClientOptions): Client => {
  const { deliver, together, room, close } = createRetryingSender(target, record, news, clock);
  const tokens = given ?? createAccessTokens(target, onSecret);
  const ownHeaders = ownHeadersOf(userAgent, isTraced);

  const clientOf = ({ test: named, profile }: Caller): Client => {
    const written = (request: OutgoingRequest): OutgoingRequest =>
      profile ? applyClientProfile(request, profile, target.userAgent !== undefined) : request;
    const labelsOf = (call: Call): ExchangeLabels => labelled(call, named, target.envelope);
    const ready = (call: Call): Promise<PreparedRequest> => {
      const { identity = 'owner', credential: wanted = 'valid' } = call;
      const headers = { ...ownHeaders(), ...call.headers };
      const make = () =>
        prepareRequest(tokens, identity, wanted, (credential, token) =>
          written(buildRequest({ ...call, credential, headers }, target, token)),
        );
      return preparedOrUnsent(make, () => unsentRequestOf(call, target));
    };
    return {
      send: async (call) => deliver(await ready(call), labelsOf(call)),
      async sendTogether(calls) {
        const requests = await Promise.all(
          calls.map(async (call) => ({ call, request: await ready(call) })),
        );
        const turns = await together(calls.length);
        return Promise.all(
          requests.map(({ call, request }, at) => deliver(request, labelsOf(call), turns[at])),
        );
      },
      async follow(location, from, { test, identity = 'owner', connection }) {
        const url = resolveLink(location, from.request.url, target);
        if (url === 'foreign') return url;
        const headers = ownHeaders();
        const over = connection === undefined ? {} : { connection };
        const request = await prepareRequest(tokens, identity, 'valid', (credential, token) => {
          const link = buildLinkRequest(url, identity, target, credential, token);
          return written({ ...withHeaders(link, headers), ...over });
        });
        const { envelope } = from;
        const labels = { test: named(test), intent: 'open' } as const;
        return deliver(request, envelope === undefined ? labels : { ...labels, envelope });
      },
      as: clientOf,
      room,
      close,
    };
  };
  return clientOf({ test: (name) => name });
};
