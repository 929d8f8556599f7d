import { expect, test } from 'vitest';
import type { Clock } from '../../client/http/request-pace.ts';
import { pollRead } from './poll-read.ts';

/** Milliseconds. */
const DELAY = 200;

/** Send times of the retries of a read that never succeeds and takes `took` milliseconds by a virtual clock. */
const looksInVain = async (
  took: number,
  readBackDelay = DELAY,
  isKnown = false,
): Promise<readonly number[]> => {
  let now = 1000;
  const sent: number[] = [];
  const clock: Clock = {
    now: () => now,
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
  };
  const read = async (): Promise<string> => {
    sent.push(now - 1000);
    now += took;
    return 'nothing yet';
  };
  await pollRead({ target: { decisions: { readBackDelay } }, clock }, read, () => true, {
    isKnown: () => isKnown,
  });
  return sent;
};

test.each([
  ['at once', 0, [0, 25, 75, 175, 200]],
  ['slowly', 60, [0, 85, 195, 255]],
  ['later than the delay', 500, [0, 500]],
])('polls a service that answers %s once more after the read-back delay', async (_, took, sent) => {
  expect(await looksInVain(took)).toEqual(sent);
});

test('reads once without a read-back delay', async () => {
  expect(await looksInVain(10, 0)).toEqual([0]);
});

test('an answer with proven failures alone is polled for a tenth of the delay', async () => {
  expect(await looksInVain(0, 1000, true)).toEqual([0, 25, 75, 100]);
});
