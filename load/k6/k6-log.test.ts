import { expect, test } from 'vitest';
import { readLogLine, warningNotes, isReportedElsewhere } from './k6-log.ts';
import { unansweredReason, unansweredText } from '../failures.ts';

test("translates k6's warnings, and drops those that are counted elsewhere", () => {
  expect(isReportedElsewhere('Request Failed: Post "http://127.0.0.1:1": dial tcp')).toBe(true);
  expect(
    warningNotes(['Insufficient VUs, reached 10 active VUs', 'Insufficient VUs, reached 12']),
  ).toEqual([expect.stringMatching(/^at times every virtual user was waiting for an answer/)]);
});

test('quotes the first unknown warning, on one truncated line', () => {
  const [note = ''] = warningNotes([`something\nnew ${'x'.repeat(500)}`, 'something else']);

  expect(note).toMatch(/^k6 warned: “something new x+”$/);
  expect(note.length).toBeLessThan(230);
});

test.each([
  ['time="2026-03-01T00:00:00Z" level=error msg="a \\"b\\" c"', 'a "b" c'],
  ['time="2026-03-01T00:00:00Z" level=error msg=short', 'short'],
  ['panic: no', 'panic: no'],
])('keeps the message of a line from before the log was set up: %s', (line, text) => {
  expect(readLogLine(line)).toEqual({ kind: 'error', text: expect.stringContaining(text) });
  expect(readLogLine(line)).not.toEqual({ kind: 'error', text: expect.stringContaining('level=') });
});

test.each([
  [1212, 'dial: connection refused', 'refused'],
  [1000, 'EOF', 'closed'],
  [1220, 'read: connection reset by peer', 'closed'],
  [1050, 'request timeout', 'overdue'],
  [1101, 'lookup: no such host', 'unreachable'],
  [1310, 'x509: unknown authority', 'tls'],
  [1000, 'something new', 'other'],
] as const)('k6’s code %i (%s) is %s', (code, text, reason) => {
  expect(unansweredReason(code, text)).toBe(reason);
});

test('lists reasons with their counts; empty if every request was answered', () => {
  expect(unansweredText({ overdue: 2, refused: 44 })).toBe(
    '44 connection refused, 2 no answer in time',
  );
  expect(unansweredText({})).toBe('');
});
