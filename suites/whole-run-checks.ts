import type { Judgement } from '../oracles/finding.ts';
import { requirementOf, type RequirementId } from '../spec/catalogue.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { registerChecks, type Try } from './checks.ts';
import { isReplayed } from './replayed-probe.ts';
import { run } from './run.ts';

/**
 * Makes a requirement that is judged from all answers of a run into the tests of a suite, one check for each of its
 * operations; `judge` says what they show, and may call the operation again.
 */
export const registerWholeRunChecks = (
  suite: string,
  requirement: RequirementId,
  judge: (on: OperationId, one: Try) => Promise<readonly Judgement[]>,
): void => {
  const judged = requirementOf(requirement).operations.filter(
    (on) => run.judges(requirement, on) || isReplayed(`${suite}/${on}`),
  );
  registerChecks(
    suite,
    'Answers',
    judged.map((on) => ({
      requirement,
      line: operation(on).line,
      operations: [on],
      name: on,
      judge: (one) => judge(on, one),
    })),
  );
};
