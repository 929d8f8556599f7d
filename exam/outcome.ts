import type { FaultCandidate, PairCandidate } from './candidate.ts';
import type { Trial } from './trial.ts';
import { EXIT } from '../oracles/exit-code.ts';
import { LEGAL_CALL } from '../spec/requirements/paths.ts';

/**
 * Outcomes of a conditional fault, from worst to best: the run did not end properly; another requirement failed although
 * the service was never wrong; the fault never showed; the run was conformant although it showed; it was inconclusive;
 * another requirement failed; the broken requirement failed.
 */
export const PAIR_OUTCOMES = [
  'broken',
  'false failure',
  'not shown',
  'green',
  'open',
  'misnamed',
  'named',
] as const;

/** Outcome of a conditional fault. */
export type PairOutcome = (typeof PAIR_OUTCOMES)[number];

/** A trial of a conditional fault. */
export type PairTrial = Trial & { readonly candidate: PairCandidate };

/** Tests if a trial is one of a conditional fault. */
export const isPairTrial = (trial: Trial): trial is PairTrial => trial.candidate.kind === 'pair';

/**
 * Requirements that a conditional fault breaks: its own, and that of legal calls at large if it refuses a legal value. One
 * that other bodies may have is no refused value, but a refused call (V17).
 */
const brokenBy = ({ requirement, area }: PairCandidate): readonly string[] =>
  area === 'legal' ? [requirement, LEGAL_CALL.accepted] : [requirement];

/** Outcome of a trial's conditional fault. */
export const pairOutcomeOf = ({
  candidate,
  exitCode,
  failed,
  shown = 0,
}: PairTrial): PairOutcome => {
  if (exitCode === EXIT.nonConformant) {
    if (brokenBy(candidate).some((id) => failed.includes(id))) return 'named';
    return shown === 0 ? 'false failure' : 'misnamed';
  }
  if (exitCode !== EXIT.conformant && exitCode !== EXIT.incomplete) return 'broken';
  if (shown === 0) return 'not shown';
  return exitCode === EXIT.incomplete ? 'open' : 'green';
};

/**
 * Tests if a trial has an acceptable outcome: the harness failed a service that was wrong, or was inconclusive. A randomly
 * drawn fault may show only in points that the text leaves open, or never, so it is only counted.
 */
export const isAcceptable = (trial: PairTrial): boolean => {
  const outcome = pairOutcomeOf(trial);
  if (outcome === 'not shown' || outcome === 'green') return !trial.candidate.mustShow;
  return outcome !== 'broken' && outcome !== 'false failure';
};

/** Number of trials by outcome, without zeros. */
export const countPairs = (
  trials: readonly PairTrial[],
): ReadonlyMap<PairOutcome, readonly PairTrial[]> => {
  const by = Map.groupBy(trials, pairOutcomeOf);
  return new Map(
    PAIR_OUTCOMES.flatMap((each) => (by.has(each) ? [[each, by.get(each) ?? []]] : [])),
  );
};

/** Outcome of a conditional fault as text. */
const describePair = (trial: PairTrial): string => {
  const { candidate, failed, inconclusive, exitCode, shown = 0 } = trial;
  const times = `wrong in ${shown} ${shown === 1 ? 'call' : 'calls'}`;
  const named = brokenBy(candidate).find((id) => failed.includes(id)) ?? candidate.requirement;
  const others = failed.filter((id) => id !== named);
  const as = named === candidate.requirement ? '' : ` as ${named}`;
  switch (pairOutcomeOf(trial)) {
    case 'named':
      return `failed${as}, ${times}${others.length > 0 ? `; beside it ${others.join(', ')}` : ''}`;
    case 'misnamed':
      return `failed as ${others.join(', ')}, ${times}`;
    case 'false failure':
      return `failed as ${others.join(', ')} although the fault was never shown`;
    case 'open':
      return `not judged: ${inconclusive.join(', ')}, ${times}`;
    case 'green':
      return `conformant, ${times}`;
    case 'not shown':
      return `not shown: the fault was never shown (exit ${exitCode})`;
    default:
      return `exit ${exitCode ?? 'none, killed'}, ${times}`;
  }
};

const pairLine = (trial: PairTrial): string => {
  const { id, requirement, seed } = trial.candidate;
  const isCaught = ['open', 'misnamed', 'named'].includes(pairOutcomeOf(trial));
  const sign = !isAcceptable(trial) ? '✗' : isCaught ? '✓' : '–';
  return `${sign} ${id} with seed ${seed}  ${requirement}  ${describePair(trial)}`;
};

/** Renders conditional faults, one line each, the worst first: ✗ an error of Assay, – not caught; empty without any. */
export const renderPairs = (trials: readonly PairTrial[]): string =>
  [...countPairs(trials).values()].flatMap((each) => each.map(pairLine)).join('\n');

/**
 * Outcomes of a fault, from worst to best: nothing failed; something failed, but not the broken requirement; it failed,
 * but not on every broken operation; it failed with another one; it alone failed.
 */
export const OUTCOMES = ['survived', 'misnamed', 'partial', 'collateral', 'exact'] as const;

/** Outcome of a fault. */
export type FaultOutcome = (typeof OUTCOMES)[number];

/** A trial of a fault. */
export type FaultTrial = Trial & { readonly candidate: FaultCandidate };

/** Tests if a trial is one of a fault. */
export const isFaultTrial = (trial: Trial): trial is FaultTrial => trial.candidate.kind === 'fault';

/** Outcome of a trial's fault. */
export const outcomeOf = (trial: FaultTrial): FaultOutcome => {
  const { candidate, failed, failedCells, exitCode } = trial;
  if (exitCode !== 1 || failed.length === 0) return 'survived';
  if (!failed.includes(candidate.requirement)) return 'misnamed';
  if (candidate.cells.some((cell) => !failedCells.includes(cell))) return 'partial';
  return failed.length === 1 ? 'exact' : 'collateral';
};

/**
 * Tests if the harness judged a candidate correctly: a fault by its name and nothing else, a conditional fault in any
 * way but green, a dialect without any finding.
 */
export const isRight = (trial: Trial): boolean => {
  if (isPairTrial(trial)) return isAcceptable(trial);
  return isFaultTrial(trial) ? outcomeOf(trial) === 'exact' : trial.exitCode === 0;
};

/** Tests if one outcome is worse than another. */
export const isWorse = (outcome: FaultOutcome, than: FaultOutcome): boolean =>
  OUTCOMES.indexOf(outcome) < OUTCOMES.indexOf(than);

/** The trials of faults, the worst first. */
export const worstFirst = (trials: readonly FaultTrial[]): readonly FaultTrial[] =>
  trials.toSorted((a, b) => OUTCOMES.indexOf(outcomeOf(a)) - OUTCOMES.indexOf(outcomeOf(b)));
