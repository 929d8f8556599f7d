import { milliseconds } from '../load/load-table.ts';
import { inlineText } from '../../store/printable.ts';
import {
  type ComparedNights,
  type ComparedSeries,
  shapeText,
} from '../../store/nights/compare-nights.ts';
import type { NightLine } from '../../store/nights/history-line.ts';
import { changeText, measureText } from './night-text.ts';

/** Title of a night: run, time and build. */
export const nightTitle = ({ runId, at, target }: NightLine): string =>
  `${runId}, ${at.slice(0, 16).replace('T', ' ')} UTC${target.build === null ? '' : `, build ${target.build}`}`;

const WIDTH = 12;
const cells = (texts: readonly string[]): string =>
  texts.map((text, index) => (index === 0 ? text.padEnd(10) : text.padStart(WIDTH))).join('');

const block = (compared: ComparedSeries): readonly string[] => {
  const { series, measures, percentiles, changed } = compared;
  const errors = measures.find(({ measure }) => measure === 'errorRate');
  return [
    '',
    `${series}: ${shapeText(compared)}`,
    cells(['', 'A', 'B', 'change']),
    ...percentiles.map(({ percentile, a, b }) =>
      cells([`p${percentile}`, milliseconds(a), milliseconds(b), changeText(b, a)]),
    ),
    ...(errors
      ? [
          cells([
            'errors',
            measureText('errorRate', errors.a),
            measureText('errorRate', errors.b),
            changeText(errors.b, errors.a),
          ]),
        ]
      : []),
    ...(changed.length === 0
      ? []
      : [`not measured under equal conditions: ${changed.join(', ')} changed in between`]),
  ];
};

/** Two nights side by side, for a terminal. */
export const compareText = (
  { series, onlyA, onlyB }: ComparedNights,
  a: NightLine,
  b: NightLine,
): string =>
  [
    `A  ${nightTitle(a)}`,
    `B  ${nightTitle(b)}`,
    ...series.flatMap((each) => block(each)),
    ...onlyA.map((each) => `only in A: ${each}`),
    ...onlyB.map((each) => `only in B: ${each}`),
  ]
    .map((line) => inlineText(line, 200))
    .join('\n');
