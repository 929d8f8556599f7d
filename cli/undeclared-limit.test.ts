import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readJsonLines } from '../store/json-lines.ts';
import { latestRunFolder } from '../store/run-folder.ts';
import type { Exchange } from '../spec/exchange.ts';
import { callCli } from './testing/call-cli.ts';
import { type Attack, startHostileGateway } from './testing/hostile-gateway.ts';

/** The line that tells of a limit. */
const LIMIT = 'the service turns away what comes faster';

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-limit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const WHAT = ['--line', 'gap', '--runs', '1', '--requirement', 'GAP-FIELD-*,GAP-CONTRACT-*'];

const turnedAwayOf = (out: string) => {
  const { items } = readJsonLines<Exchange>(latestRunFolder(out).exchanges);
  return [items.filter(({ response }) => response?.status === 429).length, items.length] as const;
};

test('a service with a limit that is not declared ends clean, and turns few calls away', async () => {
  const out = newFolder();

  const call = ['gate', '--dialect', 'metered', ...WHAT, '--out', out];
  const { code, stdout, stderr } = await callCli(call);

  const [turnedAway, all] = turnedAwayOf(out);
  expect([code, stdout]).toEqual([0, expect.stringContaining('conformant')]);
  expect(stdout + stderr).toContain(LIMIT);
  expect(all).toBeGreaterThan(200);
  // What was under way when the limit was met, and a few from the search for the pace.
  expect(turnedAway).toBeLessThan(40 + 0.03 * all);
});

/** Turns away six answers in forty, close together, whatever the pace; none that made a contract. */
const byChance = (): Attack => {
  let answers = 0;
  return (answer, path) => {
    answers += 1;
    const isTurnedAway = [0, 3, 5, 8, 11, 14].includes(answers % 40) && !/contract/.test(path);
    const headers = { 'retry-after': '1' };
    return isTurnedAway ? { status: 429, headers, body: Buffer.alloc(0) } : answer;
  };
};

test('a service that turns away calls by chance has no limit that is told', async () => {
  const out = newFolder();
  const gateway = await startHostileGateway(byChance());
  onTestFinished(() => gateway.close());
  const target = join(out, 'target.json');
  writeFileSync(target, JSON.stringify(gateway.target));
  const { environment } = gateway;

  const call = ['gate', '--target', target, ...WHAT, '--out', out];
  const { code, stdout, stderr } = await callCli(call, { environment });

  const [turnedAway, all] = turnedAwayOf(out);
  expect([code, stdout]).toEqual([0, expect.stringContaining('conformant')]);
  expect(stdout + stderr).not.toContain(LIMIT);
  expect(turnedAway).toBeGreaterThan(0.1 * all);
});
