import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readJsonLines } from '../reports/json-lines.ts';
import { latestRunFolder } from '../reports/run-folder.ts';
import type { Exchange } from '../spec/exchange.ts';
import { callCli } from './testing/call-cli.ts';

test('a service with a limit that is not declared ends clean, and turns few calls away', async () => {
  const out = mkdtempSync(join(tmpdir(), 'assay-limit-'));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  const what = ['--line', 'gap', '--runs', '1', '--requirement', 'GAP-FIELD-*,GAP-CONTRACT-*'];

  const { code, stdout } = await callCli(['gate', '--dialect', 'metered', ...what, '--out', out]);

  const { items } = readJsonLines<Exchange>(latestRunFolder(out).exchanges);
  const turnedAway = items.filter(({ response }) => response?.status === 429);
  expect([code, stdout]).toEqual([0, expect.stringContaining('conformant')]);
  expect(items.length).toBeGreaterThan(200);
  // What was under way when the limit was met, and a few from the search for the pace.
  expect(turnedAway.length).toBeLessThan(40 + 0.03 * items.length);
});
