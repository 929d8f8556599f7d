import { expect, test } from 'vitest';
import type { CellVerdict } from '../oracles/finding.ts';
import { catalogueSummary } from '../spec/catalogue.ts';
import { LINES } from '../spec/line.ts';
import { renderRequirementTable } from './console/requirement-table.ts';
import { countRequirements } from './requirement-counts.ts';
import { cellVerdict } from './testing/sample-record.ts';

const onTravel = (more: Partial<CellVerdict>) =>
  cellVerdict({ line: 'travel', requirement: 'VERSION-01', ...more });
const verdicts = [
  onTravel({ operation: 'travel.car-post', verdict: 'pass' }),
  onTravel({ operation: 'travel.car-put', verdict: 'fail' }),
  onTravel({ operation: 'travel.car-put', verdict: 'observed', requirement: 'STATUS-01' }),
  onTravel({ operation: 'travel.car-post', verdict: 'not-applicable', requirement: 'AUTH-03' }),
  onTravel({ operation: 'travel.car-put', verdict: 'observed', requirement: 'AUTH-03' }),
  cellVerdict({ verdict: 'pass' }),
];

test('a requirement counts once a line, by its gravest cell there', () => {
  const [travel, gap] = countRequirements(verdicts, { lines: ['travel', 'gap'] });

  expect(travel).toMatchObject({ line: 'travel', fail: 1, pass: 0, observed: 2 });
  expect(gap).toMatchObject({ line: 'gap', fail: 0, pass: 1 });
});

test('what cannot be observed is not testable', () => {
  const counts = countRequirements([], { lines: LINES });
  const about = (line: string) =>
    catalogueSummary()
      .filter((each) => each.line === line)
      .reduce((sum, each) => sum + each.notObservable, 0);

  for (const { line, notTestable } of counts)
    expect(notTestable).toBeGreaterThanOrEqual(about(line));
});

test('what is not selected is not counted as not testable', () => {
  const [travel] = countRequirements(verdicts, { lines: ['travel'], requirements: ['STATE-01'] });

  expect(travel?.notTestable).toBe(1);
});

test('the table leaves out columns in which nothing stands', () => {
  const none = { 'not-applicable': 0, observed: 0, inconclusive: 0, waived: 0, error: 0 };
  const counts = [{ line: 'gap' as const, pass: 23, fail: 1, notTestable: 7, ...none }];

  expect(renderRequirementTable(counts)).toBe(
    [
      'Requirements      passed  failed  inconclusive  not testable',
      'Motor gap             23       1             0             7',
    ].join('\n'),
  );
});
