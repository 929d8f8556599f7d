import { expect, test } from 'vitest';
import { probeSetOf } from './probe-set.ts';

const FIRST = { probe: 'journey/gap/1', data: '5d41402abc4b2a76' };
const SECOND = { probe: 'journey/gap/2', data: '7d793037a0760186' };

test('neither the order of probes nor their repetition is part of the set', () => {
  const set = probeSetOf([FIRST, SECOND]);

  expect(set).toEqual({ count: 2, hash: expect.stringMatching(/^[0-9a-f]{8}$/) });
  expect(probeSetOf([SECOND, FIRST, SECOND])).toEqual(set);
});

test.each([
  ['a probe less', [FIRST]],
  ['another name', [FIRST, { ...SECOND, probe: 'journey/gap/3' }]],
  ['other data', [FIRST, { ...SECOND, data: FIRST.data }]],
  [
    'data that changed places',
    [
      { ...FIRST, data: SECOND.data },
      { ...SECOND, data: FIRST.data },
    ],
  ],
])('%s makes another set', (_, records) => {
  expect(probeSetOf(records).hash).not.toBe(probeSetOf([FIRST, SECOND]).hash);
});
