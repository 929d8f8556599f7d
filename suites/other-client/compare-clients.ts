import { type Finding, isOpen, type Judgement } from '../../oracles/finding.ts';
import { judgeByClient } from '../../oracles/answers/by-client.ts';
import { type Cell, cellId } from '../../oracles/ledger.ts';
import { rollUpCell } from '../../oracles/roll-up.ts';
import { type Run, cellsOf } from '../engine/run.ts';
import type { Caller } from '../../client/http/client.ts';
import { RunMemory } from '../engine/run-memory.ts';

/** Findings of each client, by round. */
export interface Rounds {
  readonly other: readonly (readonly Finding[])[];
  readonly own: readonly (readonly Finding[])[];
  readonly userAgent: string;
}

/** True for an answer that the specification excludes, even if seen once (rule section 0). */
const isSighting = ({ verdict, reason }: Finding): boolean =>
  verdict === 'fail' || reason === 'intermittent';

const byCell = (findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> =>
  Map.groupBy(findings, ({ requirement, operation }) => cellId(requirement, operation));

const cellOf = ({ requirement, operation }: Judgement): Cell => ({
  id: cellId(requirement, operation),
  requirement,
  operation,
});

/** True if the findings of one cell leave it open. */
const isLeftOpen = (findings: readonly Finding[]): boolean => {
  const [first] = findings;
  return first !== undefined && isOpen(rollUpCell(cellOf(first), findings));
};

/**
 * The other client's findings that were not judged, attributed to the client. Each names its evidence, so that no answer
 * remains unexplained.
 */
const dependent = (
  run: Pick<Run, 'judge'>,
  clean: Finding,
  open: readonly Finding[],
  userAgent: string,
): readonly Finding[] =>
  open.flatMap((each) => {
    const judged = run.judge(judgeByClient, clean, each, userAgent);
    const { test, seed, attempt } = each;
    return judged ? [{ ...judged, test, seed, attempt }] : [];
  });

/** Cells that a client left open. */
export const openCells = (findings: readonly Finding[]): readonly string[] =>
  [...byCell(findings)].flatMap(([id, own]) => (isLeftOpen(own) ? [id] : []));

/**
 * Findings from the comparison of both clients. A cell that only the other client leaves open, in every round, depends on the
 * client. Any other fail counts like every failure, from either client. A cell that both leave open remains open: the verdict
 * of the run itself is no evidence about another client.
 */
export const compareClients = (
  run: Pick<Run, 'judge'>,
  { other, own, userAgent }: Rounds,
): readonly Finding[] => {
  const [seen, seenByOwn] = [other.map(byCell), own.map(byCell)];
  const ids = new Set([...seen, ...seenByOwn].flatMap((each) => [...each.keys()]));
  return [...ids].flatMap((id) => {
    const rounds = seen.map((each) => each.get(id) ?? []);
    const mine = seenByOwn.map((each) => each.get(id) ?? []);
    const newest = mine.at(-1) ?? [];
    const asked = rounds.flat();
    const all = [...mine.flat(), ...asked];
    const closed = all.filter((each) => !isOpen(each));
    if (!rounds.every(isLeftOpen)) {
      // Attempts that a later one of their round settled stay with it, so that none of their answers is unexplained.
      const settled = new Set([...mine, ...rounds].filter((each) => !isLeftOpen(each)).flat());
      return all.filter((each) => !isOpen(each) || isSighting(each) || settled.has(each));
    }
    const clean = newest.find((each) => !isOpen(each));
    return clean && !isLeftOpen(newest)
      ? [...closed, ...dependent(run, clean, asked.filter(isOpen), userAgent)]
      : [...closed, ...all.filter(isOpen)];
  });
};

/** A run on the same target that collects its findings for a comparison instead of writing them. */
interface ClientRun {
  readonly run: Run;
  readonly found: readonly Finding[];
}

/** Identity and data of the requests. */
export interface ClientOptions {
  /** Prefix of the names of its tests. */
  readonly name: string;
  /** Undefined: Assay's own client. */
  readonly profile?: Caller['profile'];
  readonly seed: number;
}

/** Plan without previous failures: tries each probe once, as a gate does, and does not stop at a fail of its own. */
const ONCE = { runs: 1, thorough: false, failFast: false, lastFailures: [], probes: [] } as const;

/** A run that judges only these cells, as another caller: with the same limits and record, but its own memory and data. */
export const openClientRun = (
  run: Run,
  cells: readonly Cell[],
  { name, profile, seed }: ClientOptions,
): ClientRun => {
  const found: Finding[] = [];
  const test = (own: string): string => `${name}/${own}`;
  const memory = new RunMemory(run.memory);
  return {
    found,
    run: {
      ...run,
      ...cellsOf(cells),
      plan: { ...run.plan, ...ONCE, seed },
      client: run.client.as(profile === undefined ? { test } : { test, profile }),
      memory,
      write: (findings) => {
        memory.met.noteReported(findings);
        const judged = findings.filter((each) => run.judges(each.requirement, each.operation));
        found.push(...judged.map((each) => ({ ...each, test: test(each.test) })));
      },
    },
  };
};
