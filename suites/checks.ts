import { test } from 'vitest';
import { subSeed } from '../generators/sample.ts';
import type { Finding, Judgement } from '../oracles/finding.ts';
import { requirementOf, type RequirementId } from '../spec/catalogue.ts';
import { type Line, LINE_TITLES } from '../spec/line.ts';
import type { OperationId } from '../spec/operations.ts';
import { announce } from './announce.ts';
import { conclude } from './conclude.ts';
import { conductTest, reportNothingSelected } from './conduct-test.ts';
import { endedBy, isReplayed } from './replayed-probe.ts';
import { run } from './run.ts';
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
  readonly judge: (one: Try) => Promise<readonly Judgement[]>;
}

const isOpen = ({ verdict }: Finding): boolean => verdict === 'fail' || verdict === 'inconclusive';

const seedOf = (suite: string, name: string, draw: number): number =>
  subSeed(run.plan.seed, suite, name, draw);

/** Tries a check once, and again on fresh data where anything looked wrong or could not be told (rule section 0). */
const tryCheck = async (suite: string, check: Check, draw: number): Promise<readonly Finding[]> => {
  const test = `${suite}/${check.name}/${draw}`;
  const own = seedOf(suite, check.name, draw);
  const once = async (attempt: 1 | 2, seed: number): Promise<readonly Finding[]> => {
    const judgements = await check.judge({ test, attempt, seed });
    return judgements.map((each) => ({ ...each, test, attempt, seed }));
  };
  const first = await once(1, own);
  const second = first.some(isOpen) ? await once(2, subSeed(own, 'again')) : [];
  return [...first, ...second];
};

const isJudged = ({ requirement, operations }: Check): boolean =>
  operations.some((on) => run.judges(requirement, on));

/** Makes the checks of a suite into its tests, one for a requirement on a line; `draws` is how often each is tried. */
export const registerChecks = (
  suite: string,
  feature: string,
  checks: readonly Check[],
  draws = 1,
): void => {
  const selected = checks.filter((check) => {
    if (!run.plan.lines.includes(check.line)) return false;
    return isJudged(check) || isReplayed(`${suite}/${check.name}`);
  });
  announce(
    selected.flatMap(({ name }) =>
      Array.from({ length: draws }, (_, at) => ({
        name: `${suite}/${name}/${at + 1}`,
        data: seedOf(suite, name, at + 1),
      })),
    ),
  );
  const groups = Map.groupBy(selected, ({ requirement, line }) => `${requirement} ${line}`);
  const ordered = byUrgency(
    groups.values(),
    (group) => group[0] && { ...group[0], probes: group.map(({ name }) => `${suite}/${name}`) },
    run.plan.lastFailures,
  );
  for (const group of ordered) {
    const [first] = group;
    if (!first) continue;
    const { requirement, line } = first;
    test.concurrent(
      `${requirement} ${LINE_TITLES[line]}: ${requirementOf(requirement).statement}`,
      { meta: { epic: LINE_TITLES[line], feature, requirement: [requirement] } },
      async (context) =>
        conductTest(context, async () => {
          const found: Finding[] = [];
          for (const check of group) {
            for (let draw = 1; draw <= draws; draw += 1) {
              const findings = await tryCheck(suite, check, draw);
              run.write(findings);
              found.push(...endedBy(requirement, `${suite}/${check.name}`, findings));
            }
          }
          conclude(context, found);
        }),
    );
  }
  if (groups.size === 0) reportNothingSelected();
};
