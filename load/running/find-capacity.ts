import type { Capacity, Plateau } from '../measuring/capacity.ts';
import type { LoadResult } from '../run-load.ts';

const withVerdict = (
  { result }: Plateau,
  verdict: LoadResult['verdict'],
  reasons: readonly string[],
): LoadResult => ({ ...result, verdict, reasons: [...new Set(reasons)] });

/** What the plateaus that held leave open: a rate is found only where they are right in every other way. */
const openIn = (plateaus: readonly Plateau[]): readonly string[] =>
  plateaus.flatMap(({ held, result }) =>
    held && result.verdict !== 'PASS' && result.verdict !== 'FAIL' ? result.reasons : [],
  );

/**
 * A search is judged by its plateaus: a harness at fault and wrong answers come first; a search cut short is invalid, and a
 * rate is found only where what held was right.
 */
export const capacityResult = ({ plateaus, stopped, held }: Capacity): LoadResult => {
  const best = plateaus.findLast((plateau) => plateau.held) ?? plateaus[0];
  if (!best) throw new Error('a search for the capacity has at least one plateau');
  const broken = plateaus.find(({ result }) => result.verdict === 'ERROR');
  if (broken) return withVerdict(best, 'ERROR', broken.result.reasons);
  const red = plateaus.find(({ result }) => result.verdict === 'FAIL' && result.wrong.length > 0);
  if (red) {
    const reasons = [...(stopped === undefined ? [] : [stopped]), ...red.result.reasons];
    return { ...withVerdict(best, 'FAIL', reasons), wrong: red.result.wrong };
  }
  if (stopped !== undefined)
    return withVerdict(best, 'INVALID', [`the search was cut short: ${stopped}`]);
  if (held === null)
    return withVerdict(best, 'INVALID', [
      'not even the first plateau held; begin lower (start)',
      ...best.reasons,
    ]);
  const open = openIn(plateaus);
  return open.length > 0 ? withVerdict(best, 'INCONCLUSIVE', open) : withVerdict(best, 'PASS', []);
};
