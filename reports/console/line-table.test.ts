import { expect, test } from 'vitest';
import type { CellVerdict } from '../../oracles/finding.ts';
import { CATALOGUE } from '../../spec/catalogue.ts';
import { LINES } from '../../spec/line.ts';
import { isJudged } from '../../spec/requirement.ts';
import { notTestable } from '../not-testable.ts';
import { cellVerdict } from '../testing/sample-record.ts';
import { renderLineTable } from './line-table.ts';

const onTravel = (more: Partial<CellVerdict>) => cellVerdict({ line: 'travel', ...more });
const verdicts = [
  onTravel({ verdict: 'pass' }),
  onTravel({ verdict: 'fail' }),
  onTravel({ verdict: 'observed' }),
  onTravel({ verdict: 'fail' }),
  cellVerdict({ verdict: 'pass' }),
];

test('cells are counted by line, the selected ones alone, and rare verdicts only where they occur', () => {
  expect(renderLineTable(verdicts, ['travel', 'gap'])).toBe(
    [
      'Cells         failed  inconclusive  passed  observed',
      'Travel             2             0       1         1',
      'Motor gap          0             0       1         0',
    ].join('\n'),
  );
  expect(renderLineTable(verdicts, ['gap'])).toBe(
    [
      'Cells         failed  inconclusive  passed',
      'Motor gap          0             0       1',
    ].join('\n'),
  );
});

test('what cannot be observed is not testable, as far as it is selected', () => {
  const all = [...CATALOGUE.values()].filter((each) => !isJudged(each)).length;

  expect(notTestable({ lines: LINES })).toBe(all);
  expect(notTestable({ lines: ['travel'], requirements: ['STATE-01'] })).toBe(1);
  expect(notTestable({ lines: ['travel'], requirements: ['VERSION-01'] })).toBe(0);
});
