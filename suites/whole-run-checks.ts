import type { Judgement } from '../oracles/finding.ts';
import { requirementOf, type RequirementId } from '../spec/catalogue.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { checksSuite, type Try } from './checks.ts';
import { isReplayed } from './replayed-probe.ts';
import type { Run } from './run.ts';
import type { Suite } from './suite.ts';

/**
 * Makes a requirement that is judged from all answers of a run into a suite, one check for each of its operations; `collect`
 * says what they show, and may call the operation again.
 */
export const wholeRunSuite = (
  run: Run,
  suite: string,
  requirement: RequirementId,
  collect: (on: OperationId, one: Try) => Promise<readonly Judgement[]>,
): Suite => {
  const judged = requirementOf(requirement).operations.filter(
    (on) => run.judges(requirement, on) || isReplayed(run, `${suite}/${on}`),
  );
  return checksSuite(
    run,
    suite,
    judged.map((on) => ({
      requirement,
      line: operation(on).line,
      operations: [on],
      name: on,
      collect: (one) => collect(on, one),
    })),
  );
};
