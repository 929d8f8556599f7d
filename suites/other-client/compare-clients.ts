import { type Finding, isOpen, type Judgement } from '../../oracles/finding.ts';
import { judgeByClient } from '../../oracles/answers/by-client.ts';
import { type Cell, cellId } from '../../oracles/ledger.ts';
import { rollUpCell } from '../../oracles/roll-up.ts';
import type { Run } from '../engine/run.ts';

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
