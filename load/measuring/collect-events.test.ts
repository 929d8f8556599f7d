import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testTarget } from '../../client/testing/test-target.ts';
import { sampleExchange } from '../../oracles/example.ts';
import { collectEvents } from './collect-events.ts';
import { openSession } from '../session.ts';

/** Collects a run with this many wrong answers of each operation, and counts those that were recorded. */
const collected = async (
  counts: Readonly<Record<'gap.price-request' | 'gap.draft-update', number>>,
) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-listen-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = {
    exchanges: join(folder, 'exchanges.jsonl'),
    findings: join(folder, 'findings.jsonl'),
    points: join(folder, 'points.jsonl'),
  };
  const target = await testTarget({ base_url: 'http://127.0.0.1:9' });
  const session = openSession({ target, seed: 1, runId: 'test', today: '2026-03-01', files });
  try {
    const { take } = collectEvents(session, { lines: {}, notes: [], sightings: [] });
    for (const operation of ['gap.price-request', 'gap.draft-update'] as const) {
      // A success of motor gap has the status 200, and these have another.
      const exchange = sampleExchange(operation, 201, { body: {} });
      for (let n = 0; n < counts[operation]; n += 1) take({ assay: 'unjudged', exchange, step: 1 });
    }
    const lines = readFileSync(files.exchanges, 'utf8').trim().split('\n');
    return {
      exchanges: lines.length,
      ofDrafts: lines.filter((line) => line.includes('gap.draft-update')).length,
      findings: session.findings.length,
    };
  } finally {
    await session.close();
  }
};

test('keeps 500 exchanges of an operation that is always wrong, and those of another one as well', async () => {
  const { exchanges, ofDrafts, findings } = await collected({
    'gap.price-request': 700,
    'gap.draft-update': 3,
  });

  expect([exchanges, ofDrafts]).toEqual([503, 3]);
  expect(findings).toBeGreaterThanOrEqual(503);
});
