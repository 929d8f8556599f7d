import { definitions, element, type Part, shown, plainRow, scrollTable } from '../page/element.ts';
import { milliseconds } from '../load/load-table.ts';
import {
  type ComparedNights,
  type ComparedSeries,
  shapeText,
} from '../../store/nights/compare-nights.ts';
import { nightTitle } from './compare-text.ts';
import { distributionChart } from './distribution-chart.ts';
import type { NightLine } from '../../store/nights/history-line.ts';
import { changeText, MEASURE_NAMES, measureText } from './night-text.ts';
import { pageShell } from './nightly-page.ts';

const table = ({ series, percentiles, measures }: ComparedSeries): Part =>
  scrollTable(`Percentiles of ${series}`, {
    class: 'nights',
    heads: ['Measure', 'A', 'B', 'Change'],
    rows: [
      ...percentiles.map(({ percentile, a, b }) =>
        plainRow([`p${percentile}`, milliseconds(a), milliseconds(b), changeText(b, a)]),
      ),
      ...measures
        .filter(({ measure }) => measure === 'errorRate')
        .map(({ measure, a, b }) => {
          const values = [measureText(measure, a), measureText(measure, b), changeText(b, a)];
          return plainRow([MEASURE_NAMES[measure], ...values]);
        }),
    ],
  });

const section = (compared: ComparedSeries): Part => {
  const { series, changed } = compared;
  return element(
    'section',
    element('h2', series),
    element('p', shapeText(compared)),
    changed.length === 0
      ? undefined
      : element(
          'p',
          { class: 'INVALID' },
          `Not measured under equal conditions: ${changed.join(', ')} changed in between.`,
        ),
    element(
      'div',
      { class: 'beside' },
      element('figure', distributionChart(compared)),
      table(compared),
    ),
  );
};

/** Page of two nights side by side, with the distributions of each series. */
export const comparePage = (compared: ComparedNights, a: NightLine, b: NightLine): string => {
  const { series, onlyA, onlyB } = compared;
  const alone = [
    ...onlyA.map((each) => `Only in A: ${each}`),
    ...onlyB.map((each) => `Only in B: ${each}`),
  ];
  const main = element(
    'main',
    element('h1', `${shown(a.target.name, 200)}: two nights`),
    definitions([
      ['A', shown(nightTitle(a), 400)],
      ['B', shown(nightTitle(b), 400)],
    ]),
    alone.map((each) => element('p', shown(each, 200))),
    series.map((each) => section(each)),
  );
  return pageShell(`${shown(a.target.name, 100)}: two nights`, main);
};
