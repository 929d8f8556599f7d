import { expect, test } from 'vitest';
import { callCounter } from './examination-run.ts';

test('calls in flight count in addition to repeated ones', () => {
  let sent = 0;
  const reasons: string[] = [];
  const spend = callCounter(
    10,
    () => sent,
    (reason) => reasons.push(reason),
  );

  const finish = spend(1);
  // One call, repeated often.
  sent = 100;
  finish();
  spend(90);
  expect(reasons).toEqual([]);
  spend(1);
  expect(reasons).toEqual(['200 calls were made']);
});
