import type { Element } from 'hast';
import { s } from 'hastscript';
import { milliseconds } from '../load/load-table.ts';
import type { ComparedSeries } from '../../store/nights/compare-nights.ts';

const WIDTH = 460;
const HEIGHT = 220;
const [LEFT, RIGHT, TOP, BOTTOM] = [58, 12, 12, 22];

const TAIL = [99.1, 99.2, 99.3, 99.4, 99.5, 99.6, 99.7, 99.8, 99.9, 99.95, 99.99];
/** Percentiles of a sketch without its ends. */
const PERCENTILES = [...Array.from({ length: 99 }, (_, index) => index + 1), ...TAIL];
const TICKS = [50, 90, 99, 99.9];

/** Scale of nines: 99 % is twice as far as 90 %, so the tail gets enough room. */
const nines = (percentile: number): number => -Math.log10(1 - percentile / 100);

const curve = (
  points: readonly number[],
  most: number,
  x: (percentile: number) => number,
  y: (value: number) => number,
): string =>
  PERCENTILES.filter((percentile) => nines(percentile) <= most)
    .map((percentile, index) => {
      const value = y(points[index + 1] ?? 0).toFixed(1);
      return `${index === 0 ? 'M' : 'L'}${x(percentile).toFixed(1)} ${value}`;
    })
    .join('');

const ordinate = (y: (value: number) => number, highest: number): readonly Element[] =>
  [0, 0.25, 0.5, 0.75, 1].flatMap((share) => {
    const at = y(share * highest);
    return [
      s('path', { class: 'grid', d: `M${LEFT} ${at}H${WIDTH - RIGHT}` }),
      s('text', { x: LEFT - 6, y: at + 4, textAnchor: 'end' }, milliseconds(share * highest)),
    ];
  });

/** Latency by percentile on both nights, as an image. */
export const distributionChart = ({ a, b, series }: ComparedSeries): Element | undefined => {
  if (a.sketch === null || b.sketch === null) return undefined;
  const count = Math.min(a.sketch.count, b.sketch.count);
  const most = Math.min(nines(99.99), Math.max(nines(95), Math.log10(count / 10)));
  const ends = [a, b].map(({ sketch }) =>
    PERCENTILES.reduce(
      (largest, percentile, index) =>
        nines(percentile) <= most ? Math.max(largest, sketch?.points[index + 1] ?? 0) : largest,
      0,
    ),
  );
  const highest = Math.max(...ends) * 1.05 || 1;
  const x = (percentile: number): number =>
    LEFT + (nines(percentile) / most) * (WIDTH - LEFT - RIGHT);
  const y = (value: number): number =>
    Number((HEIGHT - BOTTOM - (value / highest) * (HEIGHT - TOP - BOTTOM)).toFixed(1));
  return s(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      ariaLabel: `${series}: the distribution of both nights, A as a line, B dashed`,
    },
    ...ordinate(y, highest),
    ...TICKS.filter((tick) => nines(tick) <= most).map((tick) =>
      s('text', { x: x(tick), y: HEIGHT - 6, textAnchor: 'middle' }, `p${tick}`),
    ),
    s('path', { class: 'one', d: curve(a.sketch.points, most, x, y) }),
    s('path', { class: 'other', d: curve(b.sketch.points, most, x, y) }),
    s('text', { class: 'key-one', x: LEFT + 8, y: TOP + 12 }, 'A, line'),
    s('text', { class: 'key-other', x: LEFT + 62, y: TOP + 12 }, 'B, dashed'),
  );
};
