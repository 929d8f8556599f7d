/** Pseudo-random numbers, reproducible from a seed. */
export interface RandomSource {
  /** From 0 up to but not 1. */
  readonly uniform: () => number;
  /** Mean 0, standard deviation 1. */
  readonly normal: () => number;
  /** Number of successes in this many trials with a small probability (Poisson). */
  readonly rare: (tries: number, share: number) => number;
}

/** Random numbers from a seed (mulberry32). */
export const randomFrom = (seed: number): RandomSource => {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    rare: (tries, share) => {
      const least = Math.exp(-tries * share);
      let count = 0;
      for (let left = uniform(); left > least; left *= uniform()) count += 1;
      return count;
    },
  };
};

/** Parameters of the simulated nights; shares and factors, not percent. */
export interface World {
  readonly seed: number;
  readonly series: number;
  /** Standard deviation from run to run, as a share of the value. */
  readonly variation: number;
  /** Share of runs that are 15 to 60 % slower by themselves. */
  readonly oddRuns: number;
  /** Share of nights that begin 15 to 60 % slower on all series, for an hour on average. */
  readonly slowNights: number;
  /** Speed-up on a weekend, as a share. */
  readonly weekend: number;
  /** Slowdown of every night relative to the one before. */
  readonly drift: number;
  /** Drift: slowdown of every night relative to the one before, from this night on. */
  readonly creep?: { readonly night: number; readonly by: number };
  /**
   * Share of hours in which other work takes a part of the generator's machine, drawn anew each hour. If all of it is
   * taken, every answer is slower by this factor.
   */
  readonly otherWork?: { readonly hours: number; readonly slower: number };
  /** A lasting change from this night on, in the first ones of this many series. */
  readonly change?: { readonly night: number; readonly by: number; readonly series: number };
}

/** The latencies of one run, which all have the median 1, and its error rate. */
export type SimulatedRun = readonly [p50: number, p95: number, p99: number, errors: number];

/** Price requests of a run, and the share of them that fails on every night. */
export const REQUESTS = 30_000;
const FAILING = 0.0005;

/** Share of the variance that a night's runs have in common, and its correlation from one night to the next. */
const COMMON = 0.2;
const PERSISTENT = 0.2;
/** Share of the variance that the three latencies of a run have in common. */
const TOGETHER = 0.5;

/** One night: `run` measures a series, `hour` after the first block. */
export interface SimulatedNight {
  readonly run: (series: number, hour: number) => SimulatedRun;
  /** CPU of other processes in that hour, as a share of all cores. */
  readonly others: (hour: number) => number;
}

interface NightFacts {
  readonly slowness: number;
  readonly hours: number;
  readonly level: number;
}

const nightFacts = (world: World, chance: RandomSource, night: number): NightFacts => {
  const isSlow = chance.uniform() < world.slowNights;
  const isWeekend = night % 7 > 4;
  return {
    slowness: isSlow ? 1.15 + 0.45 * chance.uniform() : 1,
    hours: -Math.log(1 - chance.uniform()),
    level: (isWeekend ? 1 - world.weekend : 1) * (1 + world.drift) ** night,
  };
};

const runOf = (world: World, chance: RandomSource, common: number, level: number): SimulatedRun => {
  const isOdd = chance.uniform() < world.oddRuns;
  const odd = isOdd ? 1.15 + 0.45 * chance.uniform() : 1;
  const own = world.variation * Math.sqrt(1 - COMMON);
  const shared = Math.sqrt(TOGETHER) * chance.normal();
  const latency = (): number => {
    const alone = Math.sqrt(1 - TOGETHER) * chance.normal();
    return level * odd * Math.max(0.2, 1 + common + own * (shared + alone));
  };
  return [latency(), latency(), latency(), chance.rare(REQUESTS, FAILING) / REQUESTS];
};

/** CPU of other work in each hour of a night; random numbers are drawn only if there is any. */
const othersOf = (world: World, chance: RandomSource): ((hour: number) => number) => {
  const { otherWork } = world;
  const hours = [0, 1, 2].map(() =>
    otherWork && chance.uniform() < otherWork.hours ? chance.uniform() : 0,
  );
  return (hour) => hours[hour] ?? 0;
};

/** Accumulated drift of a night. */
export const accumulatedDrift = ({ creep }: Pick<World, 'creep'>, night: number): number =>
  creep === undefined ? 1 : (1 + creep.by) ** Math.max(0, night - creep.night + 1);

/** The nights of a world in order. */
export function* simulatedNights(world: World): Generator<SimulatedNight> {
  const chance = randomFrom(world.seed);
  const deviation = world.variation * Math.sqrt(COMMON);
  const common = Array.from({ length: world.series }, () => deviation * chance.normal());
  for (let night = 0; ; night += 1) {
    const facts = nightFacts(world, chance, night);
    for (const [series, value] of common.entries())
      common[series] =
        PERSISTENT * value + Math.sqrt(1 - PERSISTENT ** 2) * deviation * chance.normal();
    const others = othersOf(world, chance);
    yield {
      others,
      run: (series, hour) => {
        const { change } = world;
        const isChanged = change && night >= change.night && series < change.series;
        const slow = hour < facts.hours ? facts.slowness : 1;
        const level =
          facts.level *
          slow *
          (isChanged ? 1 + change.by : 1) *
          accumulatedDrift(world, night) *
          (1 + others(hour) * (world.otherWork?.slower ?? 0));
        return runOf(world, chance, common[series] ?? 0, level);
      },
    };
  }
}
