import type { Finding } from '../finding.ts';
import { cellId } from '../ledger.ts';

/** More passes than these add nothing to a cell; every other finding is kept. */
const KEPT = 5;

/** Tells, finding by finding in their order, whether it is kept: of passes and observations the first few of a cell. */
export const keptPasses = (): ((finding: Finding) => boolean) => {
  const seen = new Map<string, number>();
  return ({ requirement, operation, verdict, reached, attempt }) => {
    // A repetition settles what its first attempt left open.
    if (attempt > 1) return true;
    if (verdict !== 'pass' && verdict !== 'observed') return true;
    const key = `${cellId(requirement, operation)} ${verdict} ${reached ?? false}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count <= KEPT;
  };
};
