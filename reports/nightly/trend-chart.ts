import type { Element } from 'hast';
import { s } from 'hastscript';
import type { Measure } from '../../store/nights/history-line.ts';
import { MEASURE_NAMES, measureText } from './night-text.ts';
import {
  type DotKind,
  dotOf,
  judgedOn,
  type Trend,
  type TrendNight,
} from '../../store/nights/night-result.ts';

const WIDTH = 460;
const HEIGHT = 150;
const [LEFT, RIGHT, TOP, BOTTOM] = [58, 10, 10, 22];

/** Coordinates of a night and a value in the chart. */
interface Scale {
  readonly x: (night: number) => number;
  readonly y: (value: number) => number;
  readonly most: number;
}

/** Smallest 1, 2 or 5 times a power of ten that is not below a value. */
const roundAbove = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value || 1));
  return ([1, 2, 3, 5, 10].find((each) => each * power >= value) ?? 10) * power;
};

const scaleOf = ({ nights }: Trend, measure: Measure): Scale => {
  const values = nights.flatMap((night) => {
    const judged = judgedOn(night, measure);
    return judged ? [judged.value, judged.limit ?? 0] : [];
  });
  const least = measure === 'errorRate' ? 0.001 : 0.01;
  const most = roundAbove(Math.max(least, ...values));
  const step = (WIDTH - LEFT - RIGHT) / Math.max(1, nights.length - 1);
  return {
    x: (night) => Number((LEFT + step * night).toFixed(1)),
    y: (value) => Number((HEIGHT - BOTTOM - (value / most) * (HEIGHT - TOP - BOTTOM)).toFixed(1)),
    most,
  };
};

/** Consecutive nights with a value. */
const stretches = <Value>(
  nights: readonly TrendNight[],
  valueOf: (night: TrendNight) => Value | undefined,
): readonly (readonly (readonly [night: number, value: Value])[])[] => {
  const all: [number, Value][][] = [];
  let isOpen = false;
  for (const [index, night] of nights.entries()) {
    const value = valueOf(night);
    if (value === undefined || night.changed.length > 0) isOpen = false;
    if (value === undefined) continue;
    if (!isOpen) all.push([]);
    isOpen = true;
    all.at(-1)?.push([index, value]);
  }
  return all;
};

const path = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');

/** Band from the median of earlier nights to the limit. */
const band = ({ nights }: Trend, measure: Measure, { x, y }: Scale): readonly Element[] =>
  stretches(nights, (night) => {
    const judged = judgedOn(night, measure);
    return judged?.median == null || judged.limit === null
      ? undefined
      : ([judged.median, judged.limit] as const);
  }).map((stretch) => {
    const below = stretch.map(([night, [median]]) => [x(night), y(median)] as const);
    const above = stretch.map(([night, [, limit]]) => [x(night), y(limit)] as const);
    return s('path', { class: 'band', d: `${path([...above, ...below.toReversed()])}Z` });
  });

const WORDS: Readonly<Record<DotKind, string>> = {
  calm: '',
  learning: ', learning',
  suspicious: ', suspicious, not confirmed',
  confirmed: ', worse, confirmed',
  ongoing: ', still worse',
};

const dot = (night: TrendNight, index: number, measure: Measure, { x, y }: Scale): Element[] => {
  const judged = judgedOn(night, measure);
  const when = `${night.at.slice(0, 10)}${night.build === null ? '' : `, build ${night.build}`}`;
  if (judged === undefined) {
    const d = `M${x(index) - 3} ${HEIGHT - BOTTOM - 6}l6 6m0 -6l-6 6`;
    return [s('path', { class: 'invalid', d }, s('title', `${when}: ${night.verdict}`))];
  }
  const kind = dotOf(night, judged);
  const text = `${when}: ${measureText(measure, judged.value)}${WORDS[kind]}`;
  const isLoud = kind === 'confirmed' || kind === 'ongoing' || kind === 'suspicious';
  const r = kind === 'confirmed' ? 4.5 : isLoud ? 3.2 : 1.8;
  return [s('circle', { class: kind, cx: x(index), cy: y(judged.value), r }, s('title', text))];
};

const verticalLine = (x: number, kind: string, text: string): Element =>
  s('path', { class: kind, d: `M${x} ${TOP}V${HEIGHT - BOTTOM}` }, s('title', text));

const marks = ({ nights, changes }: Trend, measure: Measure, scale: Scale): readonly Element[] => [
  ...nights.flatMap((night, index) =>
    night.changed.length === 0
      ? []
      : [verticalLine(scale.x(index), 'renewed', `a new series: ${night.changed.join(', ')}`)],
  ),
  ...changes
    .filter((change) => change.measure === measure)
    .map(({ night, before, after }) =>
      verticalLine(
        scale.x(night),
        'change',
        `lasting change: ${measureText(measure, before)} to ${measureText(measure, after)}`,
      ),
    ),
];

const axes = ({ nights }: Trend, measure: Measure, { x, y, most }: Scale): readonly Element[] => [
  ...[0, 0.5, 1].flatMap((share) => [
    s('path', { class: 'grid', d: `M${LEFT} ${y(most * share)}H${WIDTH - RIGHT}` }),
    s(
      'text',
      { x: LEFT - 6, y: y(most * share) + 4, textAnchor: 'end' },
      measureText(measure, most * share),
    ),
  ]),
  ...[0, nights.length - 1].map((index, at) =>
    s(
      'text',
      { x: x(index), y: HEIGHT - 6, textAnchor: at === 0 ? 'start' : 'end' },
      nights.length < 2 && at === 1 ? '' : (nights[index]?.at.slice(0, 10) ?? ''),
    ),
  ),
];

/** Trend of a measure as an image: nights, the band up to the limit, alarms, lasting changes and new series. */
export const trendChart = (trend: Trend, measure: Measure): Element => {
  const scale = scaleOf(trend, measure);
  const { nights, series } = trend;
  const line = stretches(nights, (night) => judgedOn(night, measure)?.value).map((stretch) =>
    s('path', {
      class: 'trend',
      d: path(stretch.map(([night, value]) => [scale.x(night), scale.y(value)])),
    }),
  );
  return s(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      ariaLabel: `${series}, ${MEASURE_NAMES[measure]} of ${nights.length} nights`,
    },
    ...axes(trend, measure, scale),
    ...band(trend, measure, scale),
    ...marks(trend, measure, scale),
    ...line,
    ...nights.flatMap((night, index) => dot(night, index, measure, scale)),
  );
};
