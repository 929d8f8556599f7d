import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readJsonLines } from './json-lines.ts';
import type { Exchange } from '../spec/exchange.ts';
import { callCli } from '../cli/testing/call-cli.ts';

test('a run in the past judges by its own time', async () => {
  const out = mkdtempSync(join(tmpdir(), 'assay-clock-'));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  const clock = ['--clock', '2020-01-01T12:00:00Z'];
  const one = ['--line', 'jobloss', '--runs', '1', '--requirement', 'PRICE-01'];
  const { code, stdout } = await callCli(['gate', ...clock, ...one, '--out', out], { cwd: out });

  const run = /^run +(\S+)$/m.exec(stdout)?.[1] ?? '';
  const days = readJsonLines<Exchange>(join(run, 'exchanges.jsonl')).items.map(({ at }) =>
    at.slice(0, 10),
  );
  // The validity period of its price requests uses the same clock.
  expect(code).toBe(0);
  expect(new Set(days)).toEqual(new Set(['2020-01-01']));
});
