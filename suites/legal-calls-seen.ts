import { type Declared, type LegalCalls, withLegalCall } from '../oracles/answers/always-broken.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { OperationId } from '../spec/operations.ts';
import type { Run } from './run.ts';

const NOTHING: LegalCalls = { broken: new Map() };

/** Notes what a legal call of this run came to. */
export const noteLegalCall = (
  { memory }: Pick<Run, 'memory'>,
  exchange: Exchange,
  declared: Declared,
): void => {
  const { operation: on, intent } = exchange;
  if (on === undefined || intent !== 'legal') return;
  memory.legalCalls.set(on, withLegalCall(legalCallsOf({ memory }, on), exchange, declared));
};

/** What all legal calls of an operation have come to so far. */
export const legalCallsOf = ({ memory }: Pick<Run, 'memory'>, on: OperationId): LegalCalls =>
  memory.legalCalls.get(on) ?? NOTHING;
