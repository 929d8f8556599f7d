import { subSeed } from '../generators/sample.ts';
import { type Finding, type Judgement, isDisturbed } from '../oracles/finding.ts';
import type { RequirementId } from '../spec/catalogue.ts';
import type { Line } from '../spec/line.ts';
import type { OperationId } from '../spec/operations.ts';
import { takeMet } from './met-sightings.ts';
import { endedBy, isReplayed } from './replayed-probe.ts';
import type { Run } from './run.ts';
import { sideBySide } from './side-by-side.ts';
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

/**
 * Tries a check once, and again where anything looked wrong or could not be told (rule section 0): on fresh data, but with the
 * same data where an answer was lost, which these data may be the reason of.
 */
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
    const all = [...judgements, ...takeMet(run, test, judgements)];
    return all.map((each) => ({ ...each, test, attempt, seed }));
  };
  const first = await once(1, own);
  if (!first.some(isOpen)) return first;
  const second = await once(2, first.some(isDisturbed) ? own : subSeed(own, 'again'));
  return [...first, ...second];
};

const isJudged = (run: Run, { requirement, operations }: Check): boolean =>
  operations.some((on) => run.judges(requirement, on));

/** Tries a check with so many draws, one after the other; what they found that the test ends by. */
const conductCheck = async (
  run: Run,
  suite: string,
  check: Check,
  draws: number,
  earlier: Promise<unknown>,
): Promise<readonly Finding[]> => {
  const found: Finding[] = [];
  for (let draw = 1; draw <= draws; draw += 1) {
    const findings = await tryCheck(run, suite, check, draw);
    await earlier;
    run.write(findings);
    found.push(...endedBy(run, check.requirement, `${suite}/${check.name}`, findings));
  }
  return found;
};

/** Tries the checks of one requirement on one line side by side, each on data of its own. */
const conductChecks = async (
  run: Run,
  suite: string,
  checks: readonly Check[],
  draws: number,
): Promise<TestResult> => {
  return {
    findings: await sideBySide(checks, (check, earlier) =>
      conductCheck(run, suite, check, draws, earlier),
    ),
  };
};

/** Makes checks into a suite, one test for a requirement on a line; `draws` is how often each is tried. */
export const checksSuite = (
  run: Run,
  suite: string,
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
        line,
        conduct: () => conductChecks(run, suite, group, draws),
      };
    }),
  };
};
