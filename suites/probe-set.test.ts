import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { startReference } from '../reference/start.ts';
import { readJsonLines } from '../store/json-lines.ts';
import { latestRunFolder } from '../store/run-folder.ts';
import { readRunRecord, type RunRecord } from '../store/run-record.ts';
import type { Exchange } from '../spec/exchange.ts';
import { callCli } from '../cli/testing/call-cli.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-probes-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly record: RunRecord;
  readonly stdout: string;
  /** Names and bodies of the requests whose bodies do not depend on the service. */
  readonly sent: readonly string[];
}

const ASKED = 'PATH-01,VERSION-0?,UNIQUE-01,GAP-FIELD-language-*,GAP-LEGAL-language';
const GATE = ['gate', '--line', 'gap', '--runs', '2', '--requirement', ASKED];

const gate = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> => {
  const out = mkdtempSync(join(folder, 'out-'));
  const { stdout } = await callCli([...GATE, '--out', out, ...args], { environment });
  const run = latestRunFolder(out);
  // The limit determines the number of requests in a race.
  const sent = readJsonLines<Exchange>(run.exchanges)
    .items.filter(({ operation }) => operation?.includes('.draft-') === true)
    .filter(({ test }) => !test.startsWith('races/'))
    .map(({ test, operation, request }) => `${test} ${operation} ${request.body?.text ?? ''}`)
    .toSorted();
  return { record: readRunRecord(run.run), stdout, sent };
};

/** A gate on a service with this concurrency limit and this delay in milliseconds. */
const gateAt = async (
  concurrency: number,
  seed: number,
  latency = 0,
  more: readonly string[] = [],
): Promise<Ended> => {
  const running = await startReference({ latency });
  const target = join(folder, `at-${concurrency}.yaml`);
  writeFileSync(target, stringify({ ...running.target, limits: { concurrency } }));
  try {
    return await gate(['--target', target, '--seed', String(seed), ...more], running.environment);
  } finally {
    await running.close();
  }
};

describe('the set of probes', { timeout: 300_000 }, () => {
  test('is the same at any concurrency, as are the requests; another seed gives another', async () => {
    const [one, many, other] = [await gateAt(1, 7), await gateAt(16, 7), await gateAt(16, 8)];

    expect(one.record.probes?.count).toBeGreaterThan(20);
    expect(many.record.probes).toEqual(one.record.probes);
    expect(many.sent).toEqual(one.sent);
    expect(other.record.probes?.count).toBe(one.record.probes?.count);
    expect(other.record.probes?.hash).not.toBe(one.record.probes?.hash);
    expect(one.stdout).toContain(`, seed 7, probes ${one.record.probes?.hash}, `);
  });

  test('is that of the plan, whatever the service answers, even in a stopped run', async () => {
    const whole = await gate(['--seed', '7']);
    const failing = await gate(['--seed', '7', '--fault', 'gap-updated-without-three-claims']);
    // Its first journey alone takes longer.
    const stopped = await gateAt(1, 7, 200, ['--max-time', '1']);

    expect(stopped.record.stopped).not.toBeNull();
    expect(stopped.sent.length).toBeLessThan(whole.sent.length);
    expect([failing.record.probes, stopped.record.probes]).toEqual([
      whole.record.probes,
      whole.record.probes,
    ]);
  });
});
