import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Judgement } from '../finding.ts';
import { statusText } from '../answers/status-text.ts';
import { stillThere } from './still-there.ts';

/**
 * DRAFT-03 (D13, D3): a draft that was served before is served after it was read or updated. `touched` is what was done in
 * between, `after` the read that follows it, once the read-back delay is over.
 */
export const judgeStillReadable = (
  operation: OperationId,
  touched: Exchange,
  after: Exchange,
): Judgement => ({
  requirement: 'DRAFT-03',
  operation,
  ...stillThere(after),
  wanted: 'the draft, which was served before',
  got: statusText(after),
  exchanges: [touched.n, after.n],
});
