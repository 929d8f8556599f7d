import { expect, test } from 'vitest';
import { trackAvailability, unansweredIn } from './session.ts';

const AT = Date.UTC(2026, 2, 1, 0, 41, 12);

test('reports a service that stops for good, with the time of the first unanswered request', () => {
  const answering = trackAvailability();
  answering.record(AT - 5000, null);
  answering.count(3120);
  // k6 reports its virtual users in any order.
  for (const late of [700, 0, 300]) answering.record(AT + late, 'refused');

  expect(answering.silence()).toBe(
    'the service stopped answering at 00:41:12, after 3,120 requests (connection refused)',
  );
});

test('an answer to a later request ends a silence, one to an earlier request does not', () => {
  const answering = trackAvailability();
  for (const late of [0, 100, 200]) answering.record(AT + late, 'overdue');
  answering.record(AT - 1, null);
  expect(answering.silence()).toMatch(/no answer in time/);

  answering.record(AT + 201, null);
  expect(answering.silence()).toBeUndefined();
});

test('two unanswered requests may be chance', () => {
  const answering = trackAvailability();
  answering.record(AT, 'closed');
  answering.record(AT, 'closed');

  expect(answering.silence()).toBeUndefined();
});

test.each([
  ['ECONNREFUSED', 'refused'],
  ['UND_ERR_SOCKET', 'closed'],
  ['DEADLINE', 'overdue'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
  ['ENOTFOUND', 'unreachable'],
  ['SOMETHING', 'other'],
])('%s is %s', (code, reason) => {
  expect(unansweredIn({ error: { code, message: '' } })).toBe(reason);
});
