import { expect, test } from 'vitest';
import type { CellVerdict } from '../oracles/finding.ts';
import type { Release } from '../spec/releases.ts';
import { catalogueLine, concernedCells, renderReleases } from './release-changes.ts';

const change = {
  kind: 'new',
  requirement: 'AUTH-01',
  operation: 'gap.draft-*',
  what: 'a call without credential',
} as const;
const releases: readonly Release[] = [
  {
    version: '1.2.0',
    date: '2026-12-01',
    changes: [change, { ...change, kind: 'stricter', requirement: 'LEGAL-01' }],
  },
  { version: '1.1.0', date: '2026-11-01', changes: [] },
];

const run: readonly Pick<CellVerdict, 'cell' | 'verdict'>[] = [
  { cell: 'AUTH-01@gap.draft-get', verdict: 'fail' },
  { cell: 'AUTH-01@gap.draft-update', verdict: 'pass' },
  { cell: 'AUTH-01@travel.draft-get', verdict: 'pass' },
];

test('the cells of a change are counted by their verdicts in a run', () => {
  expect(concernedCells(change)).toEqual({ total: 3 });
  expect(concernedCells(change, run)).toEqual({ total: 3, inRun: { fail: 1, pass: 1 } });
});

test('releases are shown with what they judge differently', () => {
  expect(renderReleases(releases, run)).toBe(
    [
      '1.2.0, 2026-12-01',
      '  new       AUTH-01 on gap.draft-*: a call without credential',
      '            3 cells; in the run: 1 fail, 1 pass',
      '  stricter  LEGAL-01 on gap.draft-*: a call without credential',
      '            3 cells; none of them in the run',
      '',
      '1.1.0, 2026-11-01',
      '  judges as the version before',
    ].join('\n'),
  );
});

test('the first run after an update says that it judges differently', () => {
  expect(catalogueLine('1.1.0', '1.2.0', releases)).toBe(
    'catalogue: Assay 1.1.0 made the previous run; 1.2.0 judges differently (1 new, 1 stricter): assay changes --since 1.1.0 --run latest',
  );
  expect(catalogueLine('1.2.0', '1.2.0', releases)).toBeUndefined();
  expect(catalogueLine('1.0.0', '1.1.0', releases.slice(1))).toBeUndefined();
});
