import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testTarget } from '../../client/testing/test-target.ts';
import { UnansweredError } from '../../client/usage-error.ts';
import { sampleFailedLoad, sampleLoadRecord } from '../../reports/testing/sample-load.ts';
import { sampleJudged, sampleNight } from '../../reports/testing/sample-night.ts';
import { conductNight } from './conduct-night.ts';
import { confirmNight } from './confirm-night.ts';

const confirmation = {
  runs: 3,
  wait: () => Promise.resolve(true),
  now: () => new Date(0),
  print: () => undefined,
};

test('a service that is unavailable during later runs settles nothing', async () => {
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
])('a locked history costs no verdict: %s', async (verdict, record) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-held-history-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'history.jsonl');
  writeFileSync(`${file}.lock`, `${process.ppid} ${hostname()} of-another`);
  const night = await conductNight({
    target: await testTarget({ base_url: 'http://127.0.0.1:9', name: 'staging' }),
    isEmbedded: false,
    build: null,
    basis: { k6: '2.2.0', script: 's', profile: 'p', data: 'd', machine: 'm' },
    file,
    history: [],
    timeout: 100,
    confirmation: { ...confirmation, measure: () => Promise.resolve(record) },
  });
  expect(night.verdict).toBe(verdict);
  const lost = night.reasons.filter((each) => each.startsWith('the night was not recorded: '));
  expect(lost).toEqual([expect.stringContaining(`${file} is locked by another process`)]);
  expect(existsSync(file)).toBe(false);
});
