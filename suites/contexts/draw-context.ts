import { subSeed } from '../../generators/sample.ts';
import { DIMENSIONS, PLAIN, type DimensionName, type ProbeContext } from './context.ts';

/** Position of a value on a wheel after the wheel was shuffled by a seed: each turn of the wheel shows every place once. */
const shuffled = (length: number, seed: number): readonly number[] =>
  Array.from({ length }, (_, place) => place).toSorted(
    (a, b) => subSeed(seed, a) - subSeed(seed, b) || a - b,
  );

/**
 * Draws some dimensions of the context of probe number `index` of a series, from the run's seed. Within a series every value
 * comes as soon as there are as many probes as its wheel has places; dimensions are drawn independently of each other.
 */
export const drawPart = (
  runSeed: number,
  series: string,
  index: number,
  dimensions: readonly DimensionName[],
): Partial<ProbeContext> =>
  Object.fromEntries(
    DIMENSIONS.filter(({ name }) => dimensions.includes(name as DimensionName)).map(
      ({ name, wheel }) => {
        const turn = Math.floor(index / wheel.length);
        const order = shuffled(wheel.length, subSeed(runSeed, 'context', series, name, turn));
        return [name, wheel[order[index % wheel.length] ?? 0]];
      },
    ),
  );

/** A context with these dimensions drawn, and the others plain. */
export const drawContext = (...drawn: Parameters<typeof drawPart>): ProbeContext => ({
  ...PLAIN,
  ...drawPart(...drawn),
});
