import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Run } from '../run.ts';
import { isMissing, type ReadBack } from './until-there.ts';

/** So many reads in vain, one after the other and each to the end, prove enough: the next ones need not wait as well. */
const ENOUGH = 4;
/** Milliseconds that they wait all the same. */
const SHORT = 100;

/** The read-back delay for the next read by an operation, or of its link: short where nothing ever came of the last ones (D3). */
export const readBackOf = ({ target, clock, memory }: Run, on: OperationId): ReadBack => {
  const { readBackDelay } = target.decisions;
  if ((memory.readInVain.get(on) ?? 0) < ENOUGH) return { target, clock };
  return { target: { decisions: { readBackDelay: Math.min(SHORT, readBackDelay) } }, clock };
};

/** Notes what the last look of a read came to. */
export const noteReadBack = ({ memory }: Run, on: OperationId, last: Exchange): void => {
  memory.readInVain.set(on, isMissing(last) ? (memory.readInVain.get(on) ?? 0) + 1 : 0);
};
