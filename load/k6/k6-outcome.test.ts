import { expect, test } from 'vitest';
import { k6Problems } from './k6-outcome.ts';
import type { K6End } from './run-k6.ts';

const summary = {
  runId: 'r',
  metrics: { iterations: { type: 'counter', values: { count: 5 } } },
  state: { testRunDurationMs: 1 },
};
const end: K6End = {
  code: 0,
  signal: null,
  overdue: false,
  aborted: false,
  summary,
  exceptions: 0,
  lack: undefined,
  messages: { exceptions: [], errors: [], warnings: [], outputs: [] },
};

test.each([0, 99])('exit code %i leaves the measurements valid', (code) => {
  expect(k6Problems({ ...end, code }, 60)).toEqual([]);
});

test.each([97, 98, 100, 101, 102, 104, 107, 108, 109, 110, 255, 42])(
  'exit code %i is an error of the harness',
  (code) => {
    expect(k6Problems({ ...end, code }, 60)[0]).toMatchObject({ fault: 'harness' });
  },
);

test.each([103, 105, 106])('exit code %i disturbs the measurement', (code) => {
  expect(k6Problems({ ...end, code }, 60)[0]).toMatchObject({ fault: 'measurement' });
});

test('a k6 killed from outside disturbs the measurement', () => {
  expect(k6Problems({ ...end, code: null, signal: 'SIGKILL', summary: undefined }, 60)).toEqual([
    {
      fault: 'measurement',
      text: 'k6 was killed by SIGKILL: out of memory, or killed by someone',
    },
  ]);
});

test('ignores a warning that is not about options', () => {
  const messages = { ...end.messages, warnings: ['Insufficient VUs, reached 10 active VUs'] };
  expect(k6Problems({ ...end, messages }, 60)).toEqual([]);
});

test.each([0, 2, 107])(
  'exit code %i for lack of local resources is no error of the harness',
  (code) => {
    const lack = { count: 12, text: 'too many open files (ulimit -n is 64)' };
    const exceptions = code === 107 ? 1 : 0;

    expect(k6Problems({ ...end, code, exceptions, lack }, 60)).toEqual([
      { fault: 'measurement', text: 'k6 logged 12 times: too many open files (ulimit -n is 64)' },
    ]);
  },
);
