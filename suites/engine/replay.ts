import * as fc from 'fast-check';
import type { Finding } from '../../oracles/finding.ts';
import { type RequirementId, requirementOf } from '../../spec/catalogue.ts';
import { type OperationId, operation } from '../../spec/operations.ts';
import type { Run } from './run.ts';
import type { Line } from '../../spec/line.ts';

/**
 * True if a probe showed the replayed finding, directly or as a side effect; `name` is common to all its draws, such as
 * `races/car`.
 */
export const isReplayed = (run: Run, name: string): boolean =>
  run.plan.probes.some((probe) => `${probe}/`.startsWith(`${name}/`));

/** Operations of a line on which a requirement is judged; for replayed probes, those on which it can be judged. */
export const operationsToJudge = (
  run: Run,
  requirement: RequirementId,
  line: Line,
  probeOf: (on: OperationId) => string,
): readonly OperationId[] =>
  requirementOf(requirement).operations.filter(
    (on) =>
      operation(on).line === line &&
      (isReplayed(run, probeOf(on)) ? run.applies(requirement, on) : run.judges(requirement, on)),
  );

/** The same for a probe of an operation's session, or for the preparation that follows an accepted probe. */
export const isReplayedIn = (run: Run, on: OperationId, probe: string): boolean =>
  [probe, `after-${probe}`].some(
    (name) =>
      isReplayed(run, `protocol/${on}/${name}`) ||
      run.plan.probes.some((each) => each.startsWith(`protocol/${on}/${name}.other-data-`)),
  );

/** True if the legal call of an operation's session showed it; names of legal value probes begin with this one. */
export const isControlReplayed = (run: Run, on: OperationId): boolean => {
  const name = `protocol/${on}/legal`;
  return run.plan.probes.some((each) => each === name || each.startsWith(`${name}.other-data-`));
};

/** Findings that end the test of some requirements: those about them, and all findings of a replayed probe. */
export const decisiveFindings = (
  run: Run,
  requirements: readonly (RequirementId | undefined)[],
  probe: string,
  findings: readonly Finding[],
): readonly Finding[] =>
  isReplayed(run, probe)
    ? findings
    : findings.filter(({ requirement }) => requirements.includes(requirement));

/** Thrown for a replay path that no run with these data can have reported; the input is wrong. */
export class UnknownReplayPath extends Error {
  override readonly name = 'UnknownReplayPath';

  constructor(path: string, options?: ErrorOptions) {
    super(
      `--path: expected the path of a failure of the run with this seed, got ${path}, which leads nowhere; copy the replay line of the failure as it is`,
      options,
    );
  }
}

/**
 * Value at the end of fast-check's path, starting from the value of an arbitrary; `whole` is the whole path, for the error.
 * Throws UnknownReplayPath.
 */
export const valueAt = <T>(arbitrary: fc.Arbitrary<T>, path: string, whole: string): T => {
  const sampled = (): readonly T[] => {
    try {
      return fc.sample(arbitrary, { seed: 0, path, numRuns: 1 });
    } catch (error) {
      throw new UnknownReplayPath(whole, { cause: error });
    }
  };
  const [value] = sampled();
  if (value === undefined) throw new UnknownReplayPath(whole);
  return value;
};
