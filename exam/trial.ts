import { EXIT } from '../oracles/exit-code.ts';
import type { Candidate } from './candidate.ts';
import { type CandidateRun, runCandidates, type TrialBench } from './candidate-run.ts';
import type { FaultGroup } from './fault-group.ts';

/** Result of one run on one candidate. */
export interface Trial extends Omit<CandidateRun, 'after'> {
  readonly candidate: Candidate;
  /** Milliseconds until the named requirement failed for the second time; undefined if it was not caught. */
  readonly caughtAfter?: number;
}

const trialOf = (candidate: Candidate, { after, ...seen }: CandidateRun): Trial => {
  const caught = candidate.kind !== 'dialect' ? after(candidate.requirement) : undefined;
  return { candidate, ...seen, ...(caught === undefined ? {} : { caughtAfter: caught }) };
};

/** Examines the harness on one candidate. */
export const tryCandidate = async (candidate: Candidate, bench: TrialBench): Promise<Trial> =>
  trialOf(candidate, await runCandidates([candidate], bench));

/**
 * Examines the harness on all faults of a group at once. Undefined if it did not find exactly what they break: then the
 * group has to be bisected.
 */
export const tryGroup = async (
  { members }: FaultGroup,
  bench: TrialBench,
): Promise<readonly Trial[] | undefined> => {
  const run = await runCandidates(members, bench);
  const { failedCells, exitCode, milliseconds } = run;
  const broken = new Set(members.flatMap(({ cells }) => cells));
  const isExact =
    failedCells.length === broken.size && failedCells.every((each) => broken.has(each));
  if (!isExact || exitCode !== EXIT.nonConformant) {
    // Different verdicts on rejudging are reported, since smaller groups may not show them.
    const isOtherwise = run.again?.otherwise !== undefined;
    return isOtherwise ? members.map((member) => trialOf(member, run)) : undefined;
  }
  return members.map((member) =>
    trialOf(member, {
      ...run,
      failed: [member.requirement],
      failedCells: member.cells,
      milliseconds: milliseconds / members.length,
    }),
  );
};
