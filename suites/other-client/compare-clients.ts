import type { Finding, Judgement, Verdict } from '../../oracles/finding.ts';
import { judgeByClient } from '../../oracles/answers/by-client.ts';
import { type Cell, cellId } from '../../oracles/ledger.ts';
import { rollUpCell } from '../../oracles/roll-up.ts';
import type { Run } from '../run.ts';

/** What each client found, by the number of the time. */
export interface Rounds {
  readonly other: readonly [first: readonly Finding[], again: readonly Finding[]];
  readonly own: readonly Finding[];
  readonly userAgent: string;
}

const isOpen = ({ verdict }: { readonly verdict: Verdict }): boolean =>
  verdict === 'fail' || verdict === 'inconclusive';

/** True of an answer that the text excludes, also if it came once (rule section 0). */
const isSighting = ({ verdict, reason }: Finding): boolean =>
  verdict === 'fail' || reason === 'intermittent';

const byCell = (findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> =>
  Map.groupBy(findings, ({ requirement, operation }) => cellId(requirement, operation));

const cellOf = ({ requirement, operation }: Judgement): Cell => ({
  id: cellId(requirement, operation),
  requirement,
  operation,
});

/** Whether what was found of one cell leaves it open. */
const isLeftOpen = (findings: readonly Finding[]): boolean => {
  const [first] = findings;
  return first !== undefined && isOpen(rollUpCell(cellOf(first), findings));
};

/** Whether something of what was found is worth asking again, as both clients. */
export const isSuspicious = (findings: readonly Finding[]): boolean =>
  [...byCell(findings).values()].some(isLeftOpen);

/** What the other client left open, as a matter of the client; each names what it rests on, so that no answer is unexplained. */
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

/**
 * The findings that follow from both clients. A cell that only the other client leaves open, twice, depends on the client. Any
 * other fail counts like every sighting, whoever met it; what both clients leave open is judged by the run itself.
 */
export const comparedClients = (
  run: Pick<Run, 'judge'>,
  { other: [first, again], own, userAgent }: Rounds,
): readonly Finding[] => {
  const [seenFirst, seenAgain, seenByOwn] = [byCell(first), byCell(again), byCell(own)];
  const ids = new Set([...seenFirst.keys(), ...seenAgain.keys(), ...seenByOwn.keys()]);
  return [...ids].flatMap((id) => {
    const once = seenFirst.get(id) ?? [];
    const twice = seenAgain.get(id) ?? [];
    const mine = seenByOwn.get(id) ?? [];
    const clean = mine.find((each) => !isOpen(each));
    const isDependent = isLeftOpen(once) && isLeftOpen(twice) && !isLeftOpen(mine);
    const asked = [...once, ...twice];
    const closed = [...mine, ...asked].filter((each) => !isOpen(each));
    return clean && isDependent
      ? [...closed, ...dependent(run, clean, asked.filter(isOpen), userAgent)]
      : [...closed, ...[...mine, ...asked].filter(isSighting)];
  });
};
