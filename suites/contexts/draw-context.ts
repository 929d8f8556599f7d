import { subSeed } from '../../generators/sample.ts';
import { DIMENSIONS, PLAIN, type DimensionName, type ProbeContext } from './context.ts';

/** Index into a shuffled wheel; each turn of the wheel covers every place once. */
const shuffled = (length: number, seed: number): readonly number[] =>
  Array.from({ length }, (_, place) => place).toSorted(
    (a, b) => subSeed(seed, a) - subSeed(seed, b) || a - b,
  );

/**
 * Draws dimensions for probe number `index` of a series, from the run's seed. A series covers every value as soon as it has as
 * many probes as the wheel has places. A probe covers every value within two turns of consecutive seeds, and often within one, so
 * that the gates of a few days complement each other. Dimensions are drawn independently.
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
        const { length } = wheel;
        // Turns of different dimensions begin at different seeds, so that their values meet in all combinations.
        const start = runSeed + (subSeed(0, 'first seed', series, name) % length);
        const turn = subSeed(
          Math.floor(start / length),
          'context',
          series,
          name,
          Math.floor(index / length),
        );
        return [name, wheel[shuffled(length, turn)[(index + start) % length] ?? 0]];
      },
    ),
  );

/** A context with these dimensions drawn; the others are plain. */
export const drawContext = (...drawn: Parameters<typeof drawPart>): ProbeContext => ({
  ...PLAIN,
  ...drawPart(...drawn),
});

/** Number of places of a series over which draws in pairs are distributed. */
const PLACES = 60;

/**
 * Place of a draw in a series, from a number of its probe: the two draws of a pair (1 and 2, 3 and 4 …) stand in one turn of a
 * wheel of two, so that they have both of its values.
 */
export const placeOfDraw = (number: number, draw: number): number => {
  const pair = (number + 1 + 2 * Math.floor((draw - 1) / 2)) % PLACES;
  return draw % 2 === 1 ? pair : pair ^ 1;
};
