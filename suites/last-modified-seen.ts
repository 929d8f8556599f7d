import { carriesLastModified, type LastModifiedSeen } from '../oracles/last-modified.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { OperationId } from '../spec/operations.ts';

const seen = new Map<OperationId, { present: number[]; absent: number[] }>();

/** Notes whether an answer of this run carries Last-Modified, whatever was asked for. */
export const noteLastModified = (exchange: Exchange): void => {
  const { operation: on, n } = exchange;
  const carries = carriesLastModified(exchange);
  if (on === undefined || carries === undefined) return;
  const before = seen.get(on) ?? { present: [], absent: [] };
  before[carries ? 'present' : 'absent'].push(n);
  seen.set(on, before);
};

/** What all 200s of an operation have shown so far. */
export const lastModifiedOf = (on: OperationId): LastModifiedSeen =>
  seen.get(on) ?? { present: [], absent: [] };
