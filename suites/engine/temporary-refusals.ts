import { isAccepted, isRefused } from '../../oracles/answers/answer-form.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Step } from '../../spec/operation.ts';
import { operation } from '../../spec/operations.ts';
import { textHash } from '../../spec/text-hash.ts';

/** A call that was refused, and the same call, which was served later although nothing had changed in between. */
export interface TemporaryRefusal {
  readonly refused: Exchange;
  readonly served: Exchange;
}

/** A call other than a read, in milliseconds since the epoch. */
interface Write {
  readonly n: number;
  readonly begun: number;
  readonly ended: number;
  /** Hash of the content of an update; left out: the call may have changed anything. */
  readonly update?: number | undefined;
  /** True if it may have had an effect: it was not refused. */
  readonly isDone: boolean;
}

/** A draft or contract, as its owner calls it. */
interface CalledObject {
  /** Headers that identify the first caller that was served. */
  readonly caller: string;
  /** Beginning of the first call that was served, in milliseconds since the epoch. */
  readonly known: number;
  readonly writes: Write[];
  /** Refused calls, by hash. */
  readonly refused: Map<number, Exchange>;
}

/** Tests whose requests no rule covers. */
const OF_ODD_REQUESTS = /^(?:observations|robustness)\//;

/** The address of a draft or contract, which is that of a call on it, or its beginning. */
const OBJECT = /^.*?\/(?:drafts|contracts)\/[^/?#]+/;

/** Headers that differ between calls of one caller. */
const OF_CALL: ReadonlySet<string> = new Set([
  'accept',
  'content-length',
  'content-type',
  'service-api-version',
  'traceparent',
  'user-agent',
]);

const callerOf = ({ request: { headers } }: Exchange): string =>
  JSON.stringify(Object.entries(headers).filter(([name]) => !OF_CALL.has(name)));

/** The same for calls that a service cannot tell apart. */
const keyOf = ({ request: { method, url, headers, headerNames, body } }: Exchange): number => {
  const { traceparent: _trace, ...sent } = headers;
  return textHash(JSON.stringify([method, url, sent, headerNames, body]));
};

/** Steps that change nothing. */
const READS: readonly (Step | undefined)[] = [
  'draft-get',
  'contract-get',
  'contract-download',
  'payment-status',
];

const stepOf = ({ operation: on }: Exchange): Step | undefined => on && operation(on).step;

/** The content of an update: sent again, in whatever spelling of the country, it changes nothing. */
const updateOf = (exchange: Exchange): number | undefined =>
  stepOf(exchange) === 'draft-update' ? textHash(exchange.request.body?.text ?? '') : undefined;

const timesOf = ({ at, timings }: Exchange) => {
  const begun = Date.parse(at);
  return { begun, ended: begun + timings.total };
};

const writeOf = (exchange: Exchange): Write => ({
  n: exchange.n,
  ...timesOf(exchange),
  update: updateOf(exchange),
  isDone: !isRefused(exchange),
});

/**
 * Legal calls of a run that were refused, and served when they were sent again, although nothing had changed in between and no
 * other write was in flight: neither the content of the call nor the state of its object can be the reason.
 */
export class TemporaryRefusals {
  readonly #objects = new Map<string, CalledObject>();
  #pairs: (TemporaryRefusal & { readonly object: CalledObject })[] = [];

  /** Records an answer. */
  note(exchange: Exchange): void {
    const { request, intent, test } = exchange;
    const address = OBJECT.exec(request.url)?.[0].toLowerCase();
    const step = stepOf(exchange);
    if (step === undefined || address === undefined || OF_ODD_REQUESTS.test(test)) return;
    const object = this.#objects.get(address) ?? this.#open(address, exchange);
    if (!object) return;
    if (!READS.includes(step)) object.writes.push(writeOf(exchange));
    if (intent === 'faulty' || object.caller !== callerOf(exchange)) return;
    const key = keyOf(exchange);
    const refused = object.refused.get(key);
    if (isRefused(exchange)) object.refused.set(key, exchange);
    if (!refused || !isAccepted(exchange)) return;
    object.refused.delete(key);
    this.#pairs.push({ object, refused, served: exchange });
  }

  /** Begins with the first call that is served. */
  #open(address: string, exchange: Exchange): CalledObject | undefined {
    if (exchange.intent === 'faulty' || !isAccepted(exchange)) return undefined;
    const { begun: known } = timesOf(exchange);
    const object = { caller: callerOf(exchange), known, writes: [], refused: new Map() };
    this.#objects.set(address, object);
    return object;
  }

  /**
   * The refusals that were not taken yet, once all answers have come; each is returned once. `delay`: milliseconds after a change
   * in which a read may not see it yet (D3).
   */
  take(delay: number): readonly TemporaryRefusal[] {
    const pairs = this.#pairs;
    this.#pairs = [];
    return pairs
      .filter(({ object, refused, served }) => !mayBeExplained(object, refused, served, delay))
      .map(({ refused, served }) => ({ refused, served }));
  }
}

/** True if a change of the object, or another call in flight, may explain why the call was refused once. */
const mayBeExplained = (
  { known, writes }: CalledObject,
  refused: Exchange,
  served: Exchange,
  delay: number,
): boolean => {
  const [before, after] = [timesOf(refused), timesOf(served)];
  const mayBeEarly = READS.includes(stepOf(refused)) || refused.response?.status === 404;
  // Twice the delay: it begins with the first read, not with the change.
  const since = before.begun - (mayBeEarly ? 2 * delay : 0);
  const update = updateOf(refused);
  const others = writes.filter(({ n }) => n !== refused.n && n !== served.n);
  return (
    known > since ||
    after.begun < before.ended ||
    others.some(({ begun, ended }) => begun <= before.ended && before.begun <= ended) ||
    others.some(
      (each) =>
        each.isDone &&
        each.ended > since &&
        each.begun < after.ended &&
        (each.update === undefined || each.update !== update),
    )
  );
};
