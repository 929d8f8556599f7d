import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { testTarget } from '../../client/testing/test-target.ts';
import { UnansweredError } from '../../client/unanswered-error.ts';
import { LockedError } from '../../reports/nightly/file-lock.ts';
import { sampleFailedLoad, sampleLoadRecord } from '../../reports/testing/sample-load.ts';
import { sampleJudged, sampleNight } from '../../reports/testing/sample-night.ts';
import { conductNight } from './conduct-night.ts';
import { confirmNight } from './confirm-night.ts';

vi.mock('../../reports/nightly/append-history.ts', () => ({
  appendHistory: () => Promise.reject(new LockedError('it is held')),
}));

const confirmation = {
  runs: 3,
  wait: () => Promise.resolve(true),
  now: () => new Date(0),
  print: () => undefined,
};

test('a service that is gone when later runs are made settles nothing', async () => {
  const line = sampleNight(0, 24, { judged: [sampleJudged('suspicious')] });
  const measure = () => Promise.reject(new UnansweredError('nobody answers'));
  expect(await confirmNight([line], { ...confirmation, measure })).toEqual({
    outcomes: [],
    unsettled: 'nobody answers',
    wrong: [],
  });
});

test.each([
  ['INVALID', sampleLoadRecord()],
  ['FAIL', sampleFailedLoad()],
])('a history that is held by another process costs no verdict: %s', async (verdict, record) => {
  const night = await conductNight({
    target: await testTarget({ base_url: 'http://127.0.0.1:9', name: 'staging' }),
    isEmbedded: false,
    build: null,
    basis: { k6: '2.2.0', script: 's', profile: 'p', data: 'd', machine: 'm' },
    file: join(import.meta.dirname, 'none.jsonl'),
    history: [],
    confirmation: { ...confirmation, measure: () => Promise.resolve(record) },
  });
  expect(night.verdict).toBe(verdict);
  expect(night.reasons).toContain('the night was not kept: it is held');
});
