import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOf } from '../cli/commands/explanation.ts';
import { PROJECT } from '../client/project.ts';
import { type Judge, nameOfJudge } from '../oracles/judges.ts';
import { FAULTS, fileOf } from '../reference/faults.ts';
import { CATALOGUE, ENTRIES, type RequirementId, requirementOf } from '../spec/catalogue.ts';
import { type Line, LINES } from '../spec/line.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { isJudged } from '../spec/requirement.ts';
import { subjectsOf } from '../suites/subjects.ts';
import { drawn, drawnInTurn } from '../tools/testing/drawn.ts';
import { faultCandidates, type FaultCandidate } from './candidate.ts';
import { groupFaults } from './fault-group.ts';
import { type Decision, decisionsIn, filesAtWork } from './testing/files-at-work.ts';
import { SHOWN_BY, type Shown, UNSHOWN } from './testing/shown-by.ts';

const SEED = 41;

/** Decisions of a judge or a check that `assay explain` does not name for the requirement, in words, each once. */
const unnamedIn = (decisions: readonly Decision[]): readonly string[] => {
  const unnamed = decisions.flatMap(({ requirement, judges, checks }) => {
    const { judge, check } = filesOf(requirement);
    return [
      ...(judges.every((file) => judge.includes(file)) ? [] : [`${judges.join(', ')} decide`]),
      ...(checks.some((file) => check.includes(file)) ? [] : [`${checks.join(', ')} ask for`]),
    ].map((problem) => `${problem} ${requirement}`);
  });
  return [...new Set(unnamed)];
};

/** Requirements of a line of which the first named judge or check decides nothing. */
const idleOn = (line: Line, decisions: readonly Decision[]): readonly string[] => {
  const own = Map.groupBy(decisions, ({ requirement }) => requirement);
  return ENTRIES.filter(
    ([, entry]) => isJudged(entry) && entry.operations.some((on) => operation(on).line === line),
  ).flatMap(([id]) => {
    const {
      judge: [judge = ''],
      check: [check = ''],
    } = filesOf(id);
    const of = own.get(id) ?? [];
    const isAtWork =
      of.some(({ judges }) => judges.includes(judge)) &&
      of.some(({ checks }) => checks.includes(check));
    return isAtWork ? [] : [id];
  });
};

const SUBJECTS = [...new Set([...CATALOGUE.keys()].flatMap(subjectsOf))];

const DECIDES_ELSEWHERE = [...SHOWN_BY.flatMap(({ shows }) => shows), ...UNSHOWN];

/** Named judges that decide nothing in their file, although no row of `SHOWN_BY` says what makes them. */
const idleJudgesOn = (line: Line, decisions: readonly Decision[]): readonly string[] =>
  SUBJECTS.flatMap(({ file, requirements, judges }) => {
    const isHere = requirements.some((id) =>
      requirementOf(id).operations.some((on) => operation(on).line === line),
    );
    const isAtWork = (judge: Judge): boolean =>
      decisions.some(
        (each) =>
          each.judge === judge &&
          each.checks.includes(file) &&
          requirements.includes(each.requirement),
      ) ||
      DECIDES_ELSEWHERE.some(
        ([stem, name, id]) =>
          `suites/${stem}.ts` === file && name === nameOfJudge(judge) && requirements.includes(id),
      );
    const idle = isHere ? judges.filter((judge) => !isAtWork(judge)) : [];
    return idle.map((judge) => `${file} ${nameOfJudge(judge)} ${requirements[0]}`);
  });

/** What decides only on another line, though its requirement has an operation on this one, so that another file judges it here. */
const IDLE: Readonly<Record<Line, readonly string[]>> = {
  jobloss: [
    'LEAD-01',
    'suites/journey/free-refusals.ts lead-in-order PATH-01',
    'suites/leads/lead-fault.ts lead STATUS-02',
    'suites/leads/lead-after-removal.ts lead LEAD-01',
  ],
  travel: [
    'LEAD-01',
    'suites/state/refused-update.ts refused-updates DRAFT-05',
    'suites/fields/faulty-draft.ts refused-updates DRAFT-05',
    'suites/ownership/foreign-calls.ts refused-updates DRAFT-05',
    'suites/leads/lead-after-removal.ts lead LEAD-01',
  ],
  landlord: [
    'DRAFT-05',
    'suites/journey/free-refusals.ts lead-in-order PATH-01',
    'suites/leads/lead-fault.ts lead STATUS-02',
    'suites/state/refused-item-call.ts refused-changes DRAFT-05',
    'suites/state/refused-item-call.ts refused-deletions DRAFT-05',
  ],
  gap: [
    'LEAD-01',
    'suites/fields/empty-draft.ts update-of-empty ERROR-01',
    'suites/leads/lead-after-removal.ts lead LEAD-01',
  ],
};

test.each(drawnInTurn('named files', LINES))(
  'explain names the files that decide on a correct service, of %s',
  async (line) => {
    const decisions = await decisionsIn({ lines: [line], seed: SEED });

    expect(unnamedIn(decisions)).toEqual([]);
    expect([...idleOn(line, decisions), ...idleJudgesOn(line, decisions)].toSorted()).toEqual(
      IDLE[line].toSorted(),
    );
  },
);

/** Services with faults of one file, each of which a run can tell from the others: a title, and the faults. */
const FAULTY = [...Map.groupBy(FAULTS, fileOf)].flatMap(([file, faults]) =>
  groupFaults(faultCandidates(faults, SEED)).map((one) => {
    const members = one.kind === 'group' ? one.members : ([one] as readonly FaultCandidate[]);
    const more = members.length > 1 ? ` and ${members.length - 1} more` : '';
    return [`${members[0]?.id}${more}, of ${file}`, members] as const;
  }),
);

const orderFor = (members: readonly FaultCandidate[]) => ({
  lines: [...new Set(members.flatMap(({ lines }) => lines))],
  requirements: members.map(({ requirement }) => requirement as RequirementId),
  operations: members.flatMap(({ cells }) =>
    cells.map((cell) => cell.slice(cell.indexOf('@') + 1) as OperationId),
  ),
  faults: members.map(({ id }) => id),
  seed: SEED,
});

const isBy = (decisions: readonly Decision[], { requirement }: FaultCandidate): boolean =>
  decisions.some((each) => each.requirement === requirement && each.verdict === 'fail');

/** Decisions on a fault that did not show among others: in more races, or by the probes of other requirements or operations. */
const decisionsOnHidden = async (hidden: FaultCandidate): Promise<readonly Decision[]> => {
  const { lines, faults, seed, ...narrow } = orderFor([hidden]);
  const order = { lines, faults, seed };
  const alone = await decisionsIn({ ...order, ...narrow, policy: 'certify' });
  return isBy(alone, hidden) ? alone : [...alone, ...(await decisionsIn(order))];
};

// All of them take a quarter of an hour: npm run test:tables. A part of them: -t 'of reference/faults/paths'.
test.each(drawn(FAULTY, 1))('explain names the files that run for %s', async (_, members) => {
  const ids = new Set(members.map(({ requirement }) => requirement as RequirementId));
  const decisions: Decision[] = [];
  const files = await filesAtWork('reference/faults', async () => {
    decisions.push(...(await decisionsIn(orderFor(members))));
    for (const member of members.filter((each) => !isBy(decisions, each)))
      decisions.push(...(await decisionsOnHidden(member)));
  });
  const named = [...ids].flatMap((id) => filesOf(id).faults);
  const missed = members.filter((each) => !isBy(decisions, each));

  expect(missed.map(({ id }) => id)).toEqual([]);
  expect(unnamedIn(decisions.filter(({ requirement }) => ids.has(requirement)))).toEqual([]);
  expect(files.size).toBeGreaterThan(0);
  expect(
    [...files].filter((file) => !file.includes('/injection/') && !named.includes(file)),
  ).toEqual([]);
});

const nameOf = ([file, judge, requirement]: Shown): string =>
  `suites/${file}.ts ${judge} ${requirement}`;

const SHOWINGS = SHOWN_BY.map(
  (showing) => [showing.shows.map(nameOf).join(', '), showing] as const,
);

test.each(drawn(SHOWINGS, 1))(
  'a judge named by explain decides if needed: %s',
  async (_, showing) => {
    const { shows, ...order } = showing;
    const decisions = await decisionsIn({ lines: LINES, seed: SEED, ...order });
    const idle = shows.filter(
      ([file, judge, requirement]) =>
        !decisions.some(
          (each) =>
            nameOfJudge(each.judge) === judge &&
            each.checks.includes(`suites/${file}.ts`) &&
            each.requirement === requirement,
        ),
    );

    expect(idle.map(nameOf)).toEqual([]);
  },
);

test('a hand-written entry is in the named file', () => {
  const elsewhere = ENTRIES.filter(([id]) => /-\d\d$/.test(id)).filter(([id]) => {
    const [entry = ''] = filesOf(id).entry;
    return !readFileSync(join(PROJECT, entry), 'utf8').includes(`'${id}': {`);
  });

  expect(elsewhere).toEqual([]);
});
