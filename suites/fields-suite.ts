import { judgeAtBorder } from '../oracles/blame/blocked.ts';
import { FLAG_STATUS } from '../oracles/refusals/draft-fault.ts';
import type { Finding } from '../oracles/finding.ts';
import { type Case, casesSuite } from './engine/checks.ts';
import { UnknownReplayPath } from './engine/replay.ts';
import type { Run } from './engine/run.ts';
import type { Suite, SuiteTest } from './engine/suite.ts';
import {
  isDraftPath,
  collectDraftFault,
  isPathOfProbe,
  replayDraft,
} from './fields/draft-fault.ts';
import {
  borderProbes,
  draftProbes,
  draftsOf,
  isBorderJudgeable,
  type DraftProbe,
} from './fields/draft-probes.ts';
import { announcedDraft } from './fields/faulty-draft.ts';
import { type FaultsRun, faultsRun } from './fields/batched-faults.ts';

const groupOf = ({ fault, line }: DraftProbe): string => `${fault.requirement} ${line}`;

const chosenProbes = (run: Run): readonly DraftProbe[] => {
  const { path } = run.plan;
  const all = draftProbes(run);
  if (path === undefined) return all;
  return [...all, ...borderProbes(run)].filter((probe) => isPathOfProbe(path, probe));
};

const caseOf = (
  { fault, line, on }: DraftProbe,
  draws: number,
  collect: Case['collect'],
): Case => ({
  requirement: fault.requirement,
  line,
  name: `fields/${on}/${fault.id}`,
  draws,
  collect,
});

const probeCase = (run: FaultsRun, probe: DraftProbe): Case => {
  const { path } = run.plan;
  const draws = path === undefined ? draftsOf(run, probe) : 1;
  return {
    ...caseOf(probe, draws, (draw) =>
      path === undefined ? collectDraftFault(run, probe, draw) : replayDraft(run, probe, path),
    ),
    announced: (draw) => announcedDraft(run, probe, draw),
    // The status of a refused flag is judged by the probes of the flag (E1).
    alsoAbout: FLAG_STATUS,
  };
};

/** A case that the date border leaves open is only observed (W3); a fault seen there remains a finding. */
const withoutInconclusive = (
  run: Run,
  requirement: string,
  findings: readonly Finding[],
): readonly Finding[] =>
  findings.map((each) =>
    each.requirement === requirement &&
    each.verdict === 'inconclusive' &&
    each.reason !== 'intermittent'
      ? { ...each, ...run.judge(judgeAtBorder, each) }
      : each,
  );

/**
 * Border probes are sent once beside the others, while they can be judged; a case that the border leaves open counts as judged
 * (W3).
 */
const borderCase = (run: FaultsRun, border: DraftProbe): Case =>
  caseOf(border, 1, async () => {
    if (!isBorderJudgeable(run)) return [];
    return withoutInconclusive(
      run,
      border.fault.requirement,
      await collectDraftFault(run, border, 1),
    );
  });

/** The test for a replay path in the form of a draft's path that no draft of this run has. */
const unknownPathTest = (path: string): SuiteTest => ({
  title: 'what the path of the replay leads to',
  conduct: () => Promise.reject(new UnknownReplayPath(path)),
});

/** Drafts with one fault, field by field and rule by rule, each with its control request. */
export const fieldsSuite = (whole: Run): Suite => {
  const run = faultsRun(whole);
  const { path } = run.plan;
  const chosen = chosenProbes(run);
  if (path !== undefined && chosen.length === 0 && isDraftPath(path))
    return { probes: () => [], tests: [unknownPathTest(path)] };
  const borders = path === undefined ? Map.groupBy(borderProbes(run), groupOf) : new Map();
  const cases = [...Map.groupBy(chosen, groupOf)].flatMap(([group, probes]) => [
    ...(borders.get(group) ?? []).map((each: DraftProbe) => borderCase(run, each)),
    ...probes.map((each) => probeCase(run, each)),
  ]);
  return casesSuite(run, cases);
};
