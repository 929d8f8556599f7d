import { type Declared, type LegalCalls, withLegalCall } from '../oracles/always-broken.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { OperationId } from '../spec/operations.ts';

const seen = new Map<OperationId, LegalCalls>();
const NOTHING: LegalCalls = { broken: new Map() };

/** Notes what a legal call of this run came to. */
export const noteLegalCall = (exchange: Exchange, declared: Declared): void => {
  const { operation: on, intent } = exchange;
  if (on === undefined || intent !== 'legal') return;
  seen.set(on, withLegalCall(legalCallsOf(on), exchange, declared));
};

/** What all legal calls of an operation have come to so far. */
export const legalCallsOf = (on: OperationId): LegalCalls => seen.get(on) ?? NOTHING;
