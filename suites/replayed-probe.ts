import type { Finding } from '../oracles/finding.ts';
import type { RequirementId } from '../spec/catalogue.ts';
import type { OperationId } from '../spec/operations.ts';
import type { Run } from './run.ts';

/** Whether a probe showed, perhaps by the way, what is replayed; `name` is that of all its draws, such as `races/car`. */
export const isReplayed = (run: Run, name: string): boolean =>
  run.plan.probes.some((probe) => `${probe}/`.startsWith(`${name}/`));

/** The same of a probe of an operation's session, or of the preparation that its acceptance made necessary. */
export const isReplayedIn = (run: Run, on: OperationId, probe: string): boolean =>
  [probe, `after-${probe}`].some(
    (name) =>
      isReplayed(run, `protocol/${on}/${name}`) ||
      run.plan.probes.some((each) => each.startsWith(`protocol/${on}/${name}.other-data-`)),
  );

/** Whether the legal call of an operation's session showed it; probes of legal values bear names below this one. */
export const isTwinReplayed = (run: Run, on: OperationId): boolean => {
  const name = `protocol/${on}/legal`;
  return run.plan.probes.some((each) => each === name || each.startsWith(`${name}.other-data-`));
};

/** What the test of a requirement ends by: what was found of it, and of a replayed probe what it showed by the way, too. */
export const endedBy = (
  run: Run,
  requirement: RequirementId,
  probe: string,
  findings: readonly Finding[],
): readonly Finding[] =>
  isReplayed(run, probe) ? findings : findings.filter((each) => each.requirement === requirement);
