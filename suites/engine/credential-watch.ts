import type { Call } from '../../client/http/build-request.ts';
import type { Client } from '../../client/http/client.ts';
import { type Clock, MACHINE_CLOCK } from '../../client/http/request-pace.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import type { IdentityName } from '../../client/target/target-auth.ts';
import {
  credentialRefusal,
  credentialTest,
  ENDED_AFTER,
  endedText,
} from '../../oracles/ended-credential.ts';
import { isAcceptedStatus } from '../../oracles/answers/answer-form.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Step } from '../../spec/operation.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { RunStopped, type StopSignal } from './stop.ts';

/** Maximum milliseconds between two rounds: a service may be unable to check credentials for a moment. */
const LONGEST_PAUSE = 1000;

/** Steps whose calls may be repeated at any time. */
const HARMLESS: readonly Step[] = ['draft-create', 'draft-get'];

/** What a run knows about the credential of an identity. */
interface Known {
  /** The first accepted creation and reading of a draft on each line: harmless calls. */
  readonly calls: Map<OperationId, Call>;
  /** Number of the last exchange in which it was accepted. */
  until: number;
  /** The question that waits for its turn; it answers every 401 received before it is asked. */
  next: Promise<void> | undefined;
  current: Promise<void>;
}

type Asking = (identity: IdentityName, known: Known) => Promise<void>;

/**
 * Repeats the calls of an identity in rounds, until one of them is not refused for its credential. Stops the run and throws
 * RunStopped if all are.
 */
const asking =
  (
    client: Pick<Client, 'send'>,
    stop: Pick<StopSignal, 'stop' | 'reason'>,
    pause: (round: number) => Promise<void>,
  ): Asking =>
  async (identity, known) => {
    const { until, calls } = known;
    let since = '';
    for (let round = 1; round <= ENDED_AFTER; round += 1) {
      await pause(round);
      const test = credentialTest(identity, until, round);
      for (const call of calls.values()) {
        const refusal = credentialRefusal(await client.send({ ...call, test, intent: 'open' }));
        if (refusal === undefined || known.until > until) return;
        since = refusal;
      }
    }
    stop.stop(`stopped: ${endedText({ identity, until, since })}`);
    throw new RunStopped(stop.reason());
  };

/** Resolves if the credential is still accepted somewhere, after the call. Throws RunStopped if the run was stopped. */
const settling =
  (ask: Asking, stop: Pick<StopSignal, 'reason'>): Asking =>
  (identity, known) => {
    known.next ??= known.current
      .catch(() => undefined)
      .then(() => {
        known.next = undefined;
        const stopped = stop.reason();
        if (stopped !== undefined) throw new RunStopped(stopped);
        known.current = ask(identity, known);
        return known.current;
      });
    return known.next;
  };

type Sender = Pick<Call, 'identity' | 'credential'>;
type Examine = (sender: Sender, exchange: Exchange, call?: Call) => Promise<void>;

/** Notes the accepted calls of each identity, and settles each refusal of a credential that was accepted before. */
const examining = (settle: Asking): Examine => {
  const all = new Map<IdentityName, Known>();
  const knownOf = (identity: IdentityName): Known => {
    const known = all.get(identity) ?? {
      calls: new Map<OperationId, Call>(),
      until: 0,
      next: undefined,
      current: Promise.resolve(),
    };
    all.set(identity, known);
    return known;
  };
  return async ({ identity = 'owner', credential = 'valid' }, exchange, call) => {
    if (credential !== 'valid') return;
    const known = knownOf(identity);
    if (credentialRefusal(exchange) !== undefined && known.calls.size > 0)
      return settle(identity, known);
    if (!isAcceptedStatus(exchange.response?.status ?? 0)) return;
    known.until = Math.max(known.until, exchange.n);
    if (!call || known.calls.has(call.operation)) return;
    if (HARMLESS.includes(operation(call.operation).step)) known.calls.set(call.operation, call);
  };
};

/**
 * Client that holds a 401 for a valid credential, or the lack of a token for a refused client, back until accepted calls of the
 * same identity were repeated. If no line accepts one in any round, the credential has ended: the run stops, and none since is
 * judged. Otherwise the answer is the service's own, and judged as any other.
 */
export const watchCredentials = (
  client: Client,
  stop: Pick<StopSignal, 'stop' | 'reason'>,
  { retryBudget }: Pick<ResolvedTarget['limits'], 'retryBudget'>,
  { sleep }: Pick<Clock, 'sleep'> = MACHINE_CLOCK,
): Client => {
  const pause = async (round: number): Promise<void> => {
    if (round > 1) await sleep(Math.min(LONGEST_PAUSE, retryBudget / ENDED_AFTER));
  };
  const examine = examining(settling(asking(client, stop, pause), stop));
  const watched = (own: Client): Client => ({
    ...own,
    send: async (call) => {
      const exchange = await own.send(call);
      await examine(call, exchange, call);
      return exchange;
    },
    sendTogether: async (calls) => {
      const exchanges = await own.sendTogether(calls);
      await Promise.all(
        exchanges.map((exchange, at) => examine(calls[at] ?? {}, exchange, calls[at])),
      );
      return exchanges;
    },
    follow: async (location, from, options) => {
      const exchange = await own.follow(location, from, options);
      if (exchange !== 'foreign') await examine(options, exchange);
      return exchange;
    },
    as: (caller) => watched(own.as(caller)),
  });
  return watched(client);
};
