import type { LegalValue } from '../generators/legal-value.ts';
import { LEGAL_VALUES } from '../generators/legal-values.ts';
import type { Line } from '../spec/line.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { type Case, casesSuite } from './engine/checks.ts';
import { isReplayed } from './engine/replay.ts';
import type { Run } from './engine/run.ts';
import type { Suite } from './engine/suite.ts';
import { announcedValue, valuesRun } from './fields/shared-draft.ts';
import { legalTest } from './fields/value-draft.ts';
import { emptyDraftCases } from './fields/empty-draft.ts';
import { lastStartCases } from './fields/last-start-day.ts';
import { collectLegalValue } from './fields/legal-value.ts';

/** A value on an operation that must accept it. */
interface ValueProbe {
  readonly value: LegalValue;
  readonly on: OperationId;
  readonly line: Line;
}

/** Number of drafts for each value. */
const DRAWS = { gate: 1, certify: 2 } as const;

/** True if a landlord value is sent because its read-back is selected. */
const isReadBackSelected = (run: Run, on: OperationId): boolean =>
  run.cells.some(
    (cell) => cell.operation === on && cell.requirement.startsWith('LANDLORD-READBACK-'),
  );

const probesOf = (run: Run): readonly ValueProbe[] =>
  LEGAL_VALUES.filter((value) => value.applies(run.generators)).flatMap((value) =>
    value.operations
      .filter(
        (on) =>
          run.judges(value.requirement, on) ||
          isReadBackSelected(run, on) ||
          isReplayed(run, legalTest(value, on)),
      )
      .map((on) => ({ value, on, line: operation(on).line })),
  );

/** Values that no rule forbids; one draft covers all values that it holds (V17), and one the last legal start day (E6). */
export const legalValuesSuite = (whole: Run): Suite => {
  const run = valuesRun(whole);
  const values = probesOf(run).map(({ value, on, line }): Case => ({
    requirement: value.requirement,
    line,
    name: legalTest(value, on),
    draws: DRAWS[run.plan.thorough ? 'certify' : 'gate'],
    announced: (draw) => announcedValue(run, value, on, draw),
    collect: (draw) => collectLegalValue(run, value, on, draw),
  }));
  const suite = casesSuite(run, [...values, ...lastStartCases(run), ...emptyDraftCases(run)]);
  return {
    ...suite,
    *probes() {
      yield* suite.probes();
      // All values were announced: none looks for a draft that covers it any more.
      run.sharedPacks.clear();
    },
  };
};
