import { PAIR_OUTCOMES, type PairTrial, pairOutcomeOf } from './outcome.ts';

/** Number of drawn pairs, and how many of them one gate, several gates and one certify caught. */
export interface PairRates {
  readonly pairs: number;
  /** Pairs in which the service was wrong in at least one run. */
  readonly shown: number;
  readonly oneGate: number;
  /** Gates of different seeds, and the pairs that at least one of them caught. */
  readonly gates: number;
  readonly anyGate: number;
  /** Undefined if there was no certify. */
  readonly certify: number | undefined;
  /** Pairs that any run caught, those by the requirement that the fault breaks, and those that no run failed. */
  readonly caught: number;
  readonly byName: number;
  readonly onlyOpen: number;
}

/** Tests if a trial is one of a pair that the run did not pass: it failed or stayed inconclusive. */
export const isCaught = (trial: PairTrial): boolean =>
  ['open', 'misnamed', 'named'].includes(pairOutcomeOf(trial));

const isNamed = ({ candidate, failed, inconclusive, ...trial }: PairTrial): boolean =>
  pairOutcomeOf({ candidate, failed, inconclusive, ...trial }) === 'open'
    ? inconclusive.includes(candidate.requirement)
    : failed.includes(candidate.requirement);

const rank = (trial: PairTrial): number => PAIR_OUTCOMES.indexOf(pairOutcomeOf(trial));

/** The best trial of each pair, in the order of the pairs. */
export const bestOfPairs = (trials: readonly PairTrial[]): readonly PairTrial[] =>
  [...Map.groupBy(trials, ({ candidate }) => candidate.id).values()].flatMap((each) =>
    each.toSorted((one, other) => rank(other) - rank(one)).slice(0, 1),
  );

/** Counts what the runs of drawn pairs caught; a gate that was not needed any more counts as one that caught its pair. */
export const ratePairs = (trials: readonly PairTrial[]): PairRates => {
  const by = [...Map.groupBy(trials, ({ candidate }) => candidate.id).values()];
  const seeds = new Set(
    trials
      .filter(({ candidate }) => candidate.policy === 'gate')
      .map((each) => each.candidate.seed),
  );
  const first = Math.min(...seeds);
  const count = (isMeant: (trial: PairTrial) => boolean): number =>
    by.filter((each) => each.some(isMeant)).length;
  const isGate = ({ candidate }: PairTrial): boolean => candidate.policy === 'gate';
  const hasCertify = trials.some((each) => !isGate(each));
  return {
    pairs: by.length,
    shown: count(({ shown = 0 }) => shown > 0),
    oneGate: count((each) => isGate(each) && each.candidate.seed === first && isCaught(each)),
    gates: seeds.size,
    anyGate: count((each) => isGate(each) && isCaught(each)),
    certify: hasCertify ? count((each) => !isGate(each) && isCaught(each)) : undefined,
    caught: count(isCaught),
    byName: count((each) => isCaught(each) && isNamed(each)),
    onlyOpen: bestOfPairs(trials).filter((each) => pairOutcomeOf(each) === 'open').length,
  };
};

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** The rates in words: `one gate: 58.3 %, five gates: 71.7 %, certify: 80.0 %, of these by the right requirement: 97.9 %`. */
export const describeRates = (rates: PairRates): string => {
  const { pairs, shown, gates, oneGate, anyGate, certify, caught, byName, onlyOpen } = rates;
  const share = (part: number, whole: number): string =>
    whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
  const parts = [
    ...(gates > 0 ? [`one gate: ${share(oneGate, pairs)}`] : []),
    ...(gates > 1 ? [`${WORDS[gates] ?? gates} gates: ${share(anyGate, pairs)}`] : []),
    ...(certify === undefined ? [] : [`certify: ${share(certify, pairs)}`]),
    `of these by the right requirement: ${share(byName, caught)}`,
  ];
  return `${parts.join(', ')} (${pairs} pairs that a client can meet; ${shown} were wrong in a run, ${onlyOpen} left inconclusive only)`;
};
