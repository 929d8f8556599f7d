import type { Finding } from '../finding.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import type { OperationId } from '../../spec/operations.ts';

/** More passes than these add nothing to a cell; every other finding is kept. */
const KEPT = 5;

/** Tells, finding by finding in their order, whether it is kept: of passes and observations the first few of a cell. */
export const keptPasses = (): ((finding: Finding) => boolean) => {
  // Of a requirement, by operation, verdict and reach: a key of all four would be made for each of a hundred thousand findings.
  const seen = new Map<RequirementId, Map<OperationId, number[]>>();
  return ({ requirement, operation, verdict, reached, attempt }) => {
    // A repetition settles what its first attempt left open.
    if (attempt > 1) return true;
    if (verdict !== 'pass' && verdict !== 'observed') return true;
    const ofRequirement = seen.get(requirement) ?? new Map<OperationId, number[]>();
    seen.set(requirement, ofRequirement);
    const counts = ofRequirement.get(operation) ?? [0, 0, 0, 0];
    ofRequirement.set(operation, counts);
    const kind = (verdict === 'pass' ? 0 : 2) + (reached === true ? 1 : 0);
    const count = (counts[kind] ?? 0) + 1;
    counts[kind] = count;
    return count <= KEPT;
  };
};
