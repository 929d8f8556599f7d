import { carriesLastModified, type LastModifiedSeen } from '../oracles/answers/last-modified.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { OperationId } from '../spec/operations.ts';
import type { Run } from './run.ts';

/** Notes whether an answer of this run carries Last-Modified, whatever was asked for. */
export const noteLastModified = ({ memory }: Pick<Run, 'memory'>, exchange: Exchange): void => {
  const { operation: on, n } = exchange;
  const carries = carriesLastModified(exchange);
  if (on === undefined || carries === undefined) return;
  const before = memory.lastModified.get(on) ?? { present: [], absent: [] };
  before[carries ? 'present' : 'absent'].push(n);
  memory.lastModified.set(on, before);
};

/** What all 200s of an operation have shown so far. */
export const lastModifiedOf = (
  { memory }: Pick<Run, 'memory'>,
  on: OperationId,
): LastModifiedSeen => memory.lastModified.get(on) ?? { present: [], absent: [] };
