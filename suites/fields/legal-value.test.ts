import { expect, test } from 'vitest';
import { LEGAL_VALUES } from '../../generators/legal-values.ts';
import { disturbedService } from '../testing/disturbed-service.ts';
import { judgedCells } from '../testing/judged-cells.ts';
import { stubRun } from '../testing/stub-run.ts';
import { collectLegalValue } from './legal-value.ts';
import { valuesRun } from './shared-draft.ts';

const ON = 'jobloss.draft-update';

const [VALUE] = LEGAL_VALUES.filter(({ operations }) => operations.includes(ON));

test.each([1, 2, 3])('a value whose request %i got no answer is sent again', async (place) => {
  if (!VALUE) throw new Error(`no legal value is sent to ${ON}`);
  const { run } = await stubRun(disturbedService(place), 'jobloss');

  const cells = judgedCells(run, await collectLegalValue(valuesRun(run), VALUE, ON, 1));

  expect(cells.find(({ requirement }) => requirement === VALUE.requirement)?.verdict).toBe('pass');
  // Cells that other suites reach are reported there.
  const open = cells.filter(
    ({ verdict, reason }) => verdict === 'inconclusive' && reason !== 'blocked-by',
  );
  expect(open).toEqual([]);
});
