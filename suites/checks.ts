import { subSeed } from '../generators/sample.ts';
import type { Finding, Judgement } from '../oracles/finding.ts';
import type { RequirementId } from '../spec/catalogue.ts';
import { type Line, LINE_TITLES } from '../spec/line.ts';
import type { OperationId } from '../spec/operations.ts';
import { endedBy, isReplayed } from './replayed-probe.ts';
import type { Run } from './run.ts';
import { type Suite, type TestResult, titleOf } from './suite.ts';
import { byUrgency } from './urgency.ts';

/** Where the data of one try come from, and under which name its exchanges are recorded. */
export interface Try {
  /** Such as `state/deleted-car/1`. */
  readonly test: string;
  /** 2 is the second sighting, on fresh data. */
  readonly attempt: 1 | 2;
  readonly seed: number;
}

/** One thing to be tried for one requirement on one line. */
export interface Check {
  readonly requirement: RequirementId;
  readonly line: Line;
  /** The operations whose cells it judges; it is left out where the ledger has none of them. */
  readonly operations: readonly OperationId[];
  /** Unique in its suite; part of the test's name and of the data's seed. */
  readonly name: string;
  /** Sends what there is to send and says what it shows, of this requirement and of whatever was met on the way. */
  readonly collect: (one: Try) => Promise<readonly Judgement[]>;
}

const isOpen = ({ verdict }: Finding): boolean => verdict === 'fail' || verdict === 'inconclusive';

const seedOf = (run: Run, suite: string, name: string, draw: number): number =>
  subSeed(run.plan.seed, suite, name, draw);

/** Tries a check once, and again on fresh data where anything looked wrong or could not be told (rule section 0). */
const tryCheck = async (
  run: Run,
  suite: string,
  check: Check,
  draw: number,
): Promise<readonly Finding[]> => {
  const test = `${suite}/${check.name}/${draw}`;
  const own = seedOf(run, suite, check.name, draw);
  const once = async (attempt: 1 | 2, seed: number): Promise<readonly Finding[]> => {
    const judgements = await check.collect({ test, attempt, seed });
    return judgements.map((each) => ({ ...each, test, attempt, seed }));
  };
  const first = await once(1, own);
  const second = first.some(isOpen) ? await once(2, subSeed(own, 'again')) : [];
  return [...first, ...second];
};

const isJudged = (run: Run, { requirement, operations }: Check): boolean =>
  operations.some((on) => run.judges(requirement, on));

/** Tries the checks of one requirement on one line, each with so many draws, and ends the test by what they found of it. */
const conductChecks = async (
  run: Run,
  suite: string,
  checks: readonly Check[],
  draws: number,
): Promise<TestResult> => {
  const found: Finding[] = [];
  for (const check of checks) {
    for (let draw = 1; draw <= draws; draw += 1) {
      const findings = await tryCheck(run, suite, check, draw);
      run.write(findings);
      found.push(...endedBy(run, check.requirement, `${suite}/${check.name}`, findings));
    }
  }
  return { findings: found };
};

/** Makes checks into a suite, one test for a requirement on a line; `draws` is how often each is tried. */
export const checksSuite = (
  run: Run,
  suite: string,
  feature: string,
  checks: readonly Check[],
  draws = 1,
): Suite => {
  const selected = checks.filter((check) => {
    if (!run.plan.lines.includes(check.line)) return false;
    return isJudged(run, check) || isReplayed(run, `${suite}/${check.name}`);
  });
  const groups = Map.groupBy(selected, ({ requirement, line }) => `${requirement} ${line}`);
  const ordered = byUrgency(
    groups.values(),
    (group) => group[0] && { ...group[0], probes: group.map(({ name }) => `${suite}/${name}`) },
    run.plan.lastFailures,
  );
  return {
    probes: () =>
      selected.flatMap(({ name }) =>
        Array.from({ length: draws }, (_, at) => ({
          name: `${suite}/${name}/${at + 1}`,
          data: seedOf(run, suite, name, at + 1),
        })),
      ),
    tests: ordered.flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const { requirement, line } = first;
      return {
        title: titleOf(requirement, line),
        meta: { epic: LINE_TITLES[line], feature, requirement: [requirement] },
        conduct: () => conductChecks(run, suite, group, draws),
      };
    }),
  };
};
