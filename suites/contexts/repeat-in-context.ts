import { judgeOnlyIf } from '../../oracles/blame/only-if.ts';
import type { Finding, Judgement } from '../../oracles/finding.ts';
import type { Run } from '../engine/run.ts';
import { changedIn, conditionsOf, type ProbeContext, smallestContext } from './context.ts';

const hasFailed = ({ verdict }: Judgement): boolean => verdict === 'fail';

/** Tests if other findings fail the same requirement on the same operation. */
export const isFailedIn =
  (found: readonly Judgement[]) =>
  ({ requirement, operation: on }: Judgement): boolean =>
    found.some(
      (each) => hasFailed(each) && each.requirement === requirement && each.operation === on,
    );

/**
 * Repeats failures in their context that a repeat in the plain context did not confirm (rule section 0). Returns those that
 * recur, and then those of the smallest context, which they name; at the end failures of other requirements that the repeats met.
 */
export const repeatInContext = async (
  run: Run,
  drawn: ProbeContext,
  first: readonly Finding[],
  later: readonly Finding[],
  conduct: (context: ProbeContext) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> => {
  // A check of all answers of a run reports the first sighting again; only another exchange repeats it.
  const seen = new Set(first.map(({ exchanges }) => exchanges.at(-1)));
  const isAnew = ({ exchanges }: Judgement): boolean => !seen.has(exchanges.at(-1));
  const confirmed = isFailedIn(later.filter(isAnew));
  const failed = first.filter((each) => hasFailed(each) && !confirmed(each));
  if (failed.length === 0 || changedIn(drawn).length === 0) return [];
  const others: Finding[] = [];
  const recurIn = async (context: ProbeContext): Promise<readonly Finding[]> => {
    const anew = (await conduct(context)).filter((each) => hasFailed(each) && isAnew(each));
    others.push(...anew.filter((each) => !isFailedIn(failed)(each)));
    return anew.filter(isFailedIn(failed));
  };
  let found = await recurIn(drawn);
  if (found.length === 0) return others;
  const all = [...found];
  const context = await smallestContext(drawn, async (smaller) => {
    const again = await recurIn(smaller);
    if (again.length > 0) found = again;
    all.push(...again);
    return again.length > 0;
  });
  const named = found.map((each) => ({
    ...each,
    ...run.judge(judgeOnlyIf, each, conditionsOf(context)),
  }));
  return [...all, ...named, ...others];
};
