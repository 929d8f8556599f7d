import { subSeed } from '../../generators/sample.ts';
import { type Finding, isOpen, type Judgement } from '../../oracles/finding.ts';
import { requirementOf, type RequirementId } from '../../spec/catalogue.ts';
import type { Line } from '../../spec/line.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import {
  CALL_DIMENSIONS,
  dimensionsOn,
  type DimensionName,
  LEGAL_CALL_DIMENSIONS,
  PLAIN,
  type ProbeContext,
  withNewObject,
  WRITTEN_DIMENSIONS,
} from '../contexts/context.ts';
import { contextValues, FURTHER_CHOICES, takeComplementary } from '../contexts/complementary.ts';
import { drawContext } from '../contexts/draw-context.ts';
import { withoutRefusedSpelling } from '../contexts/refused-spelling.ts';
import { isFailedIn, repeatInContext } from '../contexts/repeat-in-context.ts';
import { decisiveFindings, isReplayed } from './replay.ts';
import type { Run } from './run.ts';
import { mapConcurrently } from './schedule.ts';
import { withRepeat } from './sightings.ts';
import type { SuiteName } from './suite-order.ts';
import { type AnnouncedProbe, type Subject, type Suite, type SuiteTest, titleOf } from './suite.ts';
import type { Start } from '../journey/state.ts';

/** One case of a requirement on a line, tried with a number of draws. */
export interface Case {
  readonly requirement: RequirementId;
  readonly line: Line;
  /** Name of its exchanges in the record, before the number of the draw: `state/deleted-item/car`. */
  readonly name: string;
  readonly draws: number;
  /** A draw as announced; left out if the draw depends on earlier answers. */
  readonly announced?: (draw: number) => AnnouncedProbe;
  /** Sends the requests of a draw; returns its findings, including those on other requirements. */
  readonly collect: (draw: number) => Promise<readonly Finding[]>;
  /** Another requirement whose findings end its test. */
  readonly alsoAbout?: RequirementId;
}

/** Tries a case draw by draw; returns the findings that decide its test. */
const conductCase = async (
  run: Run,
  { requirement, alsoAbout, name, draws, collect }: Case,
  earlier: Promise<unknown>,
): Promise<readonly Finding[]> => {
  const found: Finding[] = [];
  for (let draw = 1; draw <= draws; draw += 1) {
    const findings = await collect(draw);
    await earlier;
    run.write(findings);
    found.push(...decisiveFindings(run, [requirement, alsoAbout], name, findings));
  }
  return found;
};

/** Makes a suite of cases: one test for each requirement on a line. Its cases run concurrently, each on its own data. */
export const casesSuite = (run: Run, cases: readonly Case[]): Suite => {
  const groups = Map.groupBy(cases, ({ requirement, line }) => titleOf(requirement, line));
  return {
    probes: () =>
      cases
        .values()
        .flatMap(({ draws, announced }) =>
          announced ? Array.from({ length: draws }, (_, at) => announced(at + 1)) : [],
        ),
    tests: [...groups].map(([title, group]) => ({
      title,
      line: group[0]?.line,
      requirement: group[0]?.requirement,
      probes: group.map(({ name }) => name),
      conduct: async () => ({
        findings: await mapConcurrently(group, (each, earlier) => conductCase(run, each, earlier)),
      }),
    })),
  };
};

/** One try of a check. */
export interface Try extends Start {
  /** 2 is a repeat, on fresh data. */
  readonly attempt: 1 | 2;
}

/** A check of one requirement on one line, with data drawn from a seed as it runs. */
export interface Check {
  readonly requirement: RequirementId;
  readonly line: Line;
  /** Operations whose cells it judges; the check is omitted if the ledger has none of them. */
  readonly operations: readonly OperationId[];
  /** Unique in its suite; part of the test's name and of the data's seed. */
  readonly name: string;
  /** True: it always takes a draft that was used as its context says; other checks take turns. */
  readonly isOnUsedDraft?: true;
  /** Dimensions of the used drafts of this check; default: those of its suite. */
  readonly dimensions?: readonly DimensionName[];
  /** Sends the requests; returns the judgements, including those on other requirements. */
  readonly collect: (one: Try) => Promise<readonly Judgement[]>;
}

/** The checks of one file: requirements with their judges, and requests. */
export interface Checks extends Omit<Subject, 'requirements'> {
  readonly suite: SuiteName;
  readonly checks: readonly Check[];
}

/** The cases of one file, with data of their own kind: requirements with their judges, and requests. */
export interface Cases<Needed extends Run = Run> extends Subject {
  /** The cases that a run has to try. */
  readonly cases: (run: Needed) => readonly Case[];
}

/** Subject of these checks, for `assay explain`. */
export const subjectOf = ({ checks, suite: _suite, ...subject }: Checks): Subject => ({
  ...subject,
  requirements: [...new Set(checks.map(({ requirement }) => requirement))],
});

const seedOf = (run: Run, suite: string, name: string, draw: number): number =>
  subSeed(run.plan.seed, suite, name, draw);

/** Number of checks of a line over which contexts are distributed. */
const CONTEXTS = 60;

/**
 * Contexts of a check, draw by draw. A used draft costs requests, so checks take turns: in a gate, each is made on a used draft
 * with one seed of three, and on a new one of drawn content with another; in a certify, every second draw is on a used draft.
 */
const contextsOf = (
  { plan: { seed, thorough } }: Run,
  suite: string,
  { name, line, isOnUsedDraft }: Check,
  draws: number,
  dimensions: readonly DimensionName[],
): readonly ProbeContext[] => {
  const first = subSeed(0, suite, name);
  const drawn = dimensionsOn(line, [...dimensions, ...WRITTEN_DIMENSIONS]);
  const met = new Set<string>();
  return Array.from({ length: draws }, (_, at) => {
    const turn = ((first % CONTEXTS) + at + 1 + seed) % (thorough ? 2 : 3);
    const inTurn = (context: ProbeContext): ProbeContext => {
      if (isOnUsedDraft || turn === 0) return context;
      const inNew = withNewObject(context);
      return turn === 1 ? { ...inNew, content: context.content } : inNew;
    };
    const choices = Array.from({ length: at === 0 ? 1 : FURTHER_CHOICES }, (__, choice) =>
      inTurn(drawContext(seed, `checks/${suite}`, (first + 1 + at + choice) % CONTEXTS, drawn)),
    );
    return takeComplementary(choices, contextValues, [met]);
  });
};

/** Dimensions that a try used: if no draft was brought into its context, only those of the calls. */
const usedDimensions = (
  { memory }: Run,
  test: string,
  drawn: readonly DimensionName[],
): readonly DimensionName[] => (memory.contexts.wasUsed(test) ? drawn : CALL_DIMENSIONS);

/**
 * Runs a check in a drawn context, and again in the plain one if a result is doubtful or not judged; once more in its context
 * if a failure occurs only there.
 */
const tryCheck = async (
  run: Run,
  suite: string,
  check: Check,
  draw: number,
  dimensions: readonly DimensionName[],
): Promise<readonly Finding[]> => {
  const { requirement, line, name, collect } = check;
  const test = `${suite}/${name}/${draw}`;
  const own = seedOf(run, suite, name, draw);
  let attempt = 0;
  const once = async (context: ProbeContext, seed: number): Promise<readonly Finding[]> => {
    attempt += 1;
    const origin = { test, attempt, seed };
    const judgements = await collect({ run, test, seed, context, attempt: attempt === 1 ? 1 : 2 });
    run.memory.contexts.note(requirement, context, usedDimensions(run, test, dimensions));
    const all = [...judgements, ...run.memory.met.take(test, judgements)];
    return all.map((each) => ({ ...each, ...origin }));
  };
  const drawn = withoutRefusedSpelling(
    run,
    line,
    contextsOf(run, suite, check, draw, dimensions).at(-1) ?? PLAIN,
  );
  const first = await once(drawn, own);
  const unproven = run.memory.sightings.unproven(requirement, first);
  const again = subSeed(own, 'again');
  // A refused spelling proves nothing about the requirement: the canonical spelling decides.
  const isRefused = withoutRefusedSpelling(run, line, drawn) !== drawn;
  const inPlain = async (): Promise<readonly Finding[]> =>
    withRepeat(await once(PLAIN, again), () => once(PLAIN, subSeed(own, 'once more')));
  const found = isRefused
    ? [...first, ...(await inPlain())]
    : await withRepeat(
        first,
        (data) => (data === 'same' ? once(drawn, own) : once(PLAIN, again)),
        (each) => isOpen(each) && unproven.includes(each),
      );
  let repeats = 0;
  const later = found.slice(first.length);
  const inContext = await repeatInContext(run, drawn, unproven, later, (context) =>
    once(context, subSeed(own, 'in context', (repeats += 1))),
  );
  const confirmed = isFailedIn([...later, ...inContext]);
  const unmet = unproven.filter((each) => each.verdict === 'fail' && !confirmed(each));
  // The same calls once more: other data may lack what a failure depends on (rule section 0).
  const same = unmet.length > 0 ? await once(drawn, own) : [];
  return [...found, ...inContext, ...same.filter(({ verdict }) => verdict === 'fail')];
};

/** Options of a suite of checks. */
export interface CheckOptions {
  /** Number of draws of each check in a gate and in a certify; default: one and three. */
  readonly draws?: { readonly gate: number; readonly certify: number };
  /** Prefix of the names of its probes; default: the name of the suite. */
  readonly probes?: string;
  /** Dimensions of the used drafts of its checks; default: all, earlier refused calls among them. */
  readonly dimensions?: readonly DimensionName[];
  /** Properties of all its tests. */
  readonly tests?: Pick<SuiteTest, 'isSerial' | 'judgesStoppedRun'>;
}

/** Makes a suite of the checks of these files. */
export const checksSuite = (
  run: Run,
  name: string,
  all: readonly Checks[],
  {
    draws = { gate: 1, certify: 3 },
    probes: suite = name,
    dimensions = LEGAL_CALL_DIMENSIONS,
    tests = {},
  }: CheckOptions = {},
): Suite => {
  const { plan } = run;
  const selected = all
    .flatMap(({ checks }) => checks)
    .filter(
      (check) =>
        plan.lines.includes(check.line) &&
        check.operations.some(
          (on) =>
            run.judges(check.requirement, on) ||
            (run.applies(check.requirement, on) && isReplayed(run, `${suite}/${check.name}`)),
        ),
    );
  const made = casesSuite(
    run,
    selected.map((check) => ({
      requirement: check.requirement,
      line: check.line,
      name: `${suite}/${check.name}`,
      draws: draws[plan.thorough ? 'certify' : 'gate'],
      announced: (draw) => ({
        name: `${suite}/${check.name}/${draw}`,
        data: seedOf(run, suite, check.name, draw),
      }),
      collect: (draw) => tryCheck(run, suite, check, draw, check.dimensions ?? dimensions),
    })),
  );
  return { ...made, tests: made.tests.map((test) => ({ ...test, ...tests })) };
};

/** Checks of a requirement that all answers of a run decide: one for each operation, which may repeat the operation. */
export const wholeRunChecks = (
  requirement: RequirementId,
  collect: (on: OperationId, one: Try) => Promise<readonly Judgement[]>,
): readonly Check[] =>
  requirementOf(requirement).operations.map((on) => ({
    requirement,
    line: operation(on).line,
    operations: [on],
    name: on,
    collect: (one) => collect(on, one),
  }));
