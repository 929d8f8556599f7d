import { expect, test } from 'vitest';
import { testTarget } from '../../client/testing/test-target.ts';
import { sampleNight } from '../../reports/testing/sample-night.ts';
import { checkTarget, clockNotes } from './checked-history.ts';

test('reports a clock that jumped in one sentence, and continues', () => {
  const nights = [sampleNight(0), sampleNight(9), sampleNight(4)];
  expect(clockNotes(nights, new Date('2026-03-05T02:00:00Z'))).toEqual([
    'a clock was changed: the history has a night of 2026-03-10T02:00, but it is 2026-03-05T02:00 now; nights count in the order in which they were recorded',
  ]);
  expect(clockNotes(nights, new Date('2026-03-11T02:00:00Z'))).toEqual([]);
  expect(clockNotes([], new Date(0))).toEqual([]);
});

test('the embedded service is the same on every port; another target is not', async () => {
  const target = await testTarget({ base_url: 'http://127.0.0.1:1', name: 'staging' });
  const embedded = { name: 'staging', address: '', build: null };
  const check = (line: ReturnType<typeof sampleNight>, isEmbedded: boolean) => () =>
    checkTarget('h.jsonl', [line], target, isEmbedded);
  expect(check(sampleNight(0), false)).not.toThrow();
  expect(check(sampleNight(0, 20, { target: embedded }), true)).not.toThrow();
  expect(check(sampleNight(0, 20, { target: embedded }), false)).toThrow(
    "h.jsonl holds nights of staging, tonight's target is staging at http://127.0.0.1:1",
  );
});
