import type { Exchange } from '../../spec/exchange.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';
import type { Judgement } from '../finding.ts';

/** Outcome of an operation's legal calls in a run. */
export interface LegalCalls {
  /** Numbers of the exchanges that ended in 500, by request content; for equal requests, the last one. */
  readonly broken: ReadonlyMap<string, number>;
  /** Number of the newest exchange with another answer. */
  readonly otherwise?: number;
}

/** Values that the specification does not show, and whether the target declares them (P4, P5). */
export interface Declared {
  readonly body: boolean;
  readonly paymentTerms: boolean;
  readonly vehicleCodes: boolean;
}

/** Number of different requests that prove that every legal call ends in 500 (S9). */
export const MIN_REQUESTS = 5;

/** Steps of motor gap that compute with the vehicle of their draft. */
const COMPUTED = new Set(['price-request', 'token-terms', 'contract-create', 'lead-create']);

/** True if a call needs a value that only the service knows, so that a 500 may be due to that value. */
const isGuess = ({ operation: on, request }: Exchange, declared: Declared): boolean => {
  if (on === undefined) return true;
  const row = operation(on);
  if (!row.request.shown && row.method !== 'GET' && !declared.body) return true;
  if (row.line !== 'gap') return false;
  if (row.step === 'contract-create' && !declared.paymentTerms) return true;
  if (declared.vehicleCodes) return false;
  return COMPUTED.has(row.step) || (request.body?.text.includes('"details"') ?? false);
};

/** Adds one legal call to the outcome of an operation; a disturbance adds nothing. */
export const withLegalCall = (
  before: LegalCalls,
  exchange: Exchange,
  declared: Declared,
): LegalCalls => {
  const status = exchange.response?.status;
  if (isDisturbance(status, exchange.operation && operation(exchange.operation).step))
    return before;
  if (status !== 500) return { ...before, otherwise: exchange.n };
  if (isGuess(exchange, declared)) return before;
  const { method, url, body } = exchange.request;
  const sent = `${method} ${url} ${body?.text ?? ''}`;
  return { ...before, broken: new Map(before.broken).set(sent, exchange.n) };
};

/** True if every legal call so far ended in 500, but there are too few to judge. */
export const isSuspected = ({ broken, otherwise }: LegalCalls): boolean =>
  otherwise === undefined && broken.size > 0 && broken.size < MIN_REQUESTS;

/**
 * ERROR-01 (S9): an operation that answers every legal call of a run with 500, at least five different ones, is broken, even
 * without a control request. Undefined after any other answer: other findings then decide.
 */
export const judgeAlwaysBroken = (
  on: OperationId,
  { broken, otherwise }: LegalCalls,
): readonly Judgement[] => {
  if (otherwise !== undefined || broken.size < MIN_REQUESTS) return [];
  return [...broken.values()].slice(-2).map((n) => ({
    requirement: 'ERROR-01',
    operation: on,
    verdict: 'fail',
    ownEvidence: true,
    wanted: 'no server error for a legal request',
    got: `status 500 for each of ${broken.size} different legal requests`,
    exchanges: [n],
    status: 500,
  }));
};

/** ERROR-01 (S9): an operation that had answered every legal call with 500 answered one of them otherwise. */
export const judgeAnsweredOtherwise = (on: OperationId, exchange: number): Judgement => ({
  requirement: 'ERROR-01',
  operation: on,
  verdict: 'observed',
  reason: 'specification-silent',
  wanted: 'at least one legal request without a server error',
  got: 'another answer',
  exchanges: [exchange],
});

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'always-broken': judgeAlwaysBroken,
  'answered-otherwise': judgeAnsweredOtherwise,
};
