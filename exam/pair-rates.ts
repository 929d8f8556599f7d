import { isAcceptable, PAIR_OUTCOMES, type PairTrial, pairOutcomeOf } from './outcome.ts';

/** Numbers of pairs that some runs failed, and of those that they left inconclusive at best. */
interface Caught {
  readonly failed: number;
  readonly open: number;
}

/** Number of drawn pairs, and how many of them one gate, several gates and one certify caught. */
export interface PairRates {
  readonly pairs: number;
  /** Pairs in which the service was wrong in at least one run. */
  readonly shown: number;
  readonly oneGate: Caught;
  /** Gates of different seeds, and the pairs that at least one of them caught. */
  readonly gates: number;
  readonly anyGate: Caught;
  /** Undefined if there was no certify. */
  readonly certify: Caught | undefined;
  /** Pairs that any run failed, and those that failed by the requirement that the fault breaks. */
  readonly failed: number;
  readonly byName: number;
}

/** Tests if a trial is one of a pair that the run failed because the service was wrong. */
export const isCaught = (trial: PairTrial): boolean =>
  ['misnamed', 'named'].includes(pairOutcomeOf(trial));

const rank = (trial: PairTrial): number => PAIR_OUTCOMES.indexOf(pairOutcomeOf(trial));

/** The best trial of each pair, in the order of the pairs. */
export const bestOfPairs = (trials: readonly PairTrial[]): readonly PairTrial[] =>
  [...Map.groupBy(trials, ({ candidate }) => candidate.id).values()].flatMap((each) =>
    each.toSorted((one, other) => rank(other) - rank(one)).slice(0, 1),
  );

/**
 * The trials that are errors of Assay: each that did not end properly or failed a service that was never wrong, and the
 * best of a pair whose fault had to be caught.
 */
export const unacceptableOf = (trials: readonly PairTrial[]): readonly PairTrial[] => {
  const best = new Set(bestOfPairs(trials));
  const wrong = trials.filter((each) => !isAcceptable(each));
  return wrong.filter(
    (each) => best.has(each) || ['broken', 'false failure'].includes(pairOutcomeOf(each)),
  );
};

/** The trials that an exam names: the best of each pair, and every error of Assay. */
export const requiredPairs = (trials: readonly PairTrial[]): readonly PairTrial[] => [
  ...new Set([...bestOfPairs(trials), ...unacceptableOf(trials)]),
];

const countCaught = (trials: readonly PairTrial[]): Caught => {
  const best = bestOfPairs(trials);
  return {
    failed: best.filter(isCaught).length,
    open: best.filter((each) => pairOutcomeOf(each) === 'open').length,
  };
};

/** Counts what the runs of drawn pairs caught; a gate that was not needed any more counts as one that caught its pair. */
export const ratePairs = (trials: readonly PairTrial[]): PairRates => {
  const gates = trials.filter(({ candidate }) => candidate.policy === 'gate');
  const certifies = trials.filter(({ candidate }) => candidate.policy === 'certify');
  const seeds = new Set(gates.map(({ candidate }) => candidate.seed));
  const first = Math.min(...seeds);
  const best = bestOfPairs(trials);
  return {
    pairs: best.length,
    shown: Map.groupBy(
      trials.filter(({ shown = 0 }) => shown > 0),
      ({ candidate }) => candidate.id,
    ).size,
    oneGate: countCaught(gates.filter(({ candidate }) => candidate.seed === first)),
    gates: seeds.size,
    anyGate: countCaught(gates),
    certify: certifies.length > 0 ? countCaught(certifies) : undefined,
    failed: best.filter(isCaught).length,
    byName: best.filter((each) => pairOutcomeOf(each) === 'named').length,
  };
};

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

/**
 * The rates in words: `one gate: 53.3 % failed, 5.0 % not judged; five gates: 68.3 % failed, 3.3 % not
 * judged; of all that failed, by the right requirement: 97.6 %`.
 */
export const describeRates = (rates: PairRates): string => {
  const { pairs, shown, gates, oneGate, anyGate, certify, failed, byName } = rates;
  const caught = (name: string, by: Caught): string =>
    `${name}: ${share(by.failed, pairs)} failed, ${share(by.open, pairs)} not judged`;
  const parts = [
    ...(gates > 0 ? [caught('one gate', oneGate)] : []),
    ...(gates > 1 ? [caught(`${WORDS[gates] ?? gates} gates`, anyGate)] : []),
    ...(certify === undefined ? [] : [caught('certify', certify)]),
    `of all that failed, by the right requirement: ${share(byName, failed)}`,
  ];
  const all = `${pairs} ${pairs === 1 ? 'pair' : 'pairs'} that a client can observe`;
  return `${parts.join('; ')} (${all}; ${shown} ${shown === 1 ? 'was' : 'were'} wrong in a run)`;
};
