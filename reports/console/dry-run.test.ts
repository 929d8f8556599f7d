import { expect, test } from 'vitest';
import type { OperationId } from '../../spec/operations.ts';
import { renderDryRun } from './dry-run.ts';

const sent = (count: number, operation: OperationId) =>
  Array.from({ length: count }, () => ({ operation }));

const DRY_RUN = {
  exchanges: [
    ...sent(1200, 'travel.draft-get'),
    ...sent(700, 'travel.draft-create'),
    ...sent(60, 'gap.contract-create'),
    ...sent(40, 'gap.lead-create'),
  ],
  cells: 1234,
  milliseconds: 4000,
  stopped: null,
  limits: { concurrency: 30 },
};

test('prints what is sent to each line, what it leaves there, and how long it takes', () => {
  expect(renderDryRun(DRY_RUN, ['travel', 'gap'])).toMatchInlineSnapshot(`
    "                   requests   drafts   price requests   leads   contracts
    Travel                1,900      700                0       0           0
    Motor gap               100        0                0      40          60
    together              2,000      700                0      40          60

    1,234 cells to judge, with at most 30 requests at once.
    A run takes about 4.3 s if an answer takes 5 ms, 5.3 s if 20 ms, 7.3 s if 50 ms, 10.7 s if 100 ms.
    This preview was made on the reference service; the requests differ if your service answers differently."
  `);
});

test('takes as long as the rate limit of the service demands', () => {
  const text = renderDryRun({ ...DRY_RUN, limits: { concurrency: 30, requestsPerSecond: 10 } }, [
    'travel',
    'gap',
  ]);

  expect(text).toContain('about 3 min 20 s if an answer takes 5 ms, 3 min 20 s if 20 ms');
});

test('states that it was stopped', () => {
  const text = renderDryRun({ ...DRY_RUN, stopped: 'stopped by SIGINT' }, ['gap']);

  expect(text).toContain('The dry run was stopped by SIGINT, so a run sends more.');
  expect(text).not.toContain('together');
});
