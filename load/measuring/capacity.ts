import type { CapacityProfile } from '../profiles/profile.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import { percentileOf } from './quantile-sketch.ts';
import type { LoadResult } from '../verdict/conclude.ts';
import { errorCauses, inParentheses, isMissed } from '../verdict/verdict.ts';
import { numberText, mayBeServiceFault } from '../verdict/validity.ts';

type CapacityRecord = NonNullable<LoadRecord['capacity']>;

/** One plateau of a capacity search. */
export type Plateau = CapacityRecord['plateaus'][number] & { readonly result: LoadResult };

/** Result of a capacity search. */
export interface Capacity extends CapacityRecord {
  readonly plateaus: Plateau[];
  /** Reason why the search ended early; undefined if it was completed. */
  readonly stopped: string | undefined;
}

/** Minimum assumed p99 in seconds, so that a hiccup does not look like the capacity limit. */
const LEAST_LATENCY = 0.1;

/**
 * The p99 in seconds of the last plateau that held, from which the virtual users of the next one are computed. A
 * service that falls behind soon keeps all of them busy.
 */
const paceAfter = (plateaus: readonly Plateau[]): number => {
  const sketch = plateaus.findLast(({ held }) => held)?.result.measured?.overall;
  return Math.max(LEAST_LATENCY, sketch ? percentileOf(sketch, 99) / 1000 : 0);
};

/** Tolerated error rate of a plateau. */
const ERRORS = 0.001;
const RATE_OFF = 0.01;

/** Reasons why a plateau did not hold: missed limits, errors, dropped starts, or a rate that was not reached. */
const plateauProblems = ({ measured }: LoadResult): string[] => {
  if (!measured) return ['nothing was measured'];
  const missed = measured.thresholds
    .filter(isMissed)
    .map(({ what, actual }) => `${what}: ${actual === null ? 'none' : numberText(actual)}`);
  const lines = Object.entries(measured.lines).flatMap(([line, series]) => {
    const found: string[] = [];
    if (series.dropped > 0)
      found.push(
        `${line}: ${series.dropped} starts were dropped, since all virtual users were waiting for answers`,
      );
    if (series.errors > series.requests * ERRORS)
      found.push(`${line}: ${series.errors} errors${inParentheses(errorCauses(series))}`);
    if (series.requests < series.planned * (1 - RATE_OFF) - 1)
      found.push(`${line}: ${series.requests} of ${series.planned} price requests sent`);
    return found;
  });
  return [...missed, ...lines];
};

const disturbance = ({ facts, problems, silence }: LoadResult): string | undefined => {
  const own = facts.find((fact) => !fact.ok && !mayBeServiceFault(fact));
  if (own) return `the generator was at its limit (${own.name})`;
  return problems[0] ?? silence;
};

/**
 * Searches for the highest rate that holds: each plateau is `factor` times the one before, and after one that does not
 * hold, one in the middle is tried. A wrong answer ends the search, and so do a generator that cannot keep up and a
 * rate that is not allowed.
 */
export const findCapacity = async (
  profile: CapacityProfile,
  run: (rate: number, index: number, pace: number) => Promise<LoadResult>,
  onPlateau: (plateau: Plateau) => void,
  isAllowed: (rate: number) => boolean = () => true,
): Promise<Capacity> => {
  const plateaus: Plateau[] = [];
  let stopped: string | undefined;
  const attempt = async (rate: number): Promise<boolean> => {
    const result = await run(rate, plateaus.length + 1, paceAfter(plateaus));
    const sketch = result.measured?.overall;
    const p95 = sketch ? percentileOf(sketch, 95) : null;
    const wrong = result.verdict === 'FAIL' && result.wrong.some(({ count }) => count > 1);
    const reasons = wrong ? ['wrong answers', ...result.reasons] : plateauProblems(result);
    const plateau = { rate, held: reasons.length === 0, reasons, p95, result };
    plateaus.push(plateau);
    onPlateau(plateau);
    stopped = wrong ? `wrong answers at ${rate} per second` : disturbance(result);
    return plateau.held && stopped === undefined;
  };
  let held: number | null = null;
  let failed: number | null = null;
  let rate = profile.start;
  while (failed === null && stopped === undefined && plateaus.length < profile.most) {
    if (!isAllowed(rate)) {
      stopped = `${rate} per second exceeds the limit of the target`;
      break;
    }
    if (await attempt(rate)) held = rate;
    else failed = rate;
    rate *= profile.factor;
  }
  if (held !== null && failed !== null && stopped === undefined && plateaus.length < profile.most) {
    const middle: number = (held + failed) / 2;
    if (await attempt(middle)) held = middle;
    else failed = middle;
  }
  return { held, failed, plateaus, stopped };
};

const withVerdict = (
  { result }: Plateau,
  verdict: LoadResult['verdict'],
  reasons: readonly string[],
): LoadResult => ({ ...result, verdict, reasons: [...new Set(reasons)] });

/** Doubts about the plateaus that held: a capacity requires that they are right in every other way. */
const openIn = (plateaus: readonly Plateau[]): readonly string[] =>
  plateaus.flatMap(({ held, result }) =>
    held && result.verdict !== 'PASS' && result.verdict !== 'FAIL' ? result.reasons : [],
  );

/** The result of a search: errors of the harness and wrong answers take precedence, and an incomplete search is invalid. */
export const capacityResult = ({ plateaus, stopped, held }: Capacity): LoadResult => {
  const best = plateaus.findLast((plateau) => plateau.held) ?? plateaus[0];
  if (!best) throw new Error('a capacity search needs at least one plateau');
  const broken = plateaus.find(({ result }) => result.verdict === 'ERROR');
  if (broken) return withVerdict(best, 'ERROR', broken.result.reasons);
  const red = plateaus.find(({ result }) => result.verdict === 'FAIL' && result.wrong.length > 0);
  if (red) {
    const { reasons, wrong } = red.result;
    return { ...withVerdict(best, 'FAIL', stopped ? [stopped, ...reasons] : reasons), wrong };
  }
  if (stopped !== undefined)
    return withVerdict(best, 'INVALID', [`the search ended early: ${stopped}`]);
  if (held === null)
    return withVerdict(best, 'INVALID', [
      'the first plateau did not hold; begin at a lower rate (start)',
      ...best.reasons,
    ]);
  const open = openIn(plateaus);
  return open.length > 0 ? withVerdict(best, 'INCONCLUSIVE', open) : withVerdict(best, 'PASS', []);
};
