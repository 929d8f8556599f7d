import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { callCli } from '../cli/testing/call-cli.ts';
import { startReference } from '../reference/start.ts';
import { steadyAddress } from '../reference/testing/steady-address.ts';
import { FIRST_DRAWN } from '../store/diff/first-drawn.ts';
import { drawnInTurn } from '../tools/testing/drawn.ts';

/** Gates on one address, at which each run finds a service with other faults. */
const serviceOfRuns = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-first-drawn-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [base, gap] = [await steadyAddress(), await steadyAddress()];
  const target = join(folder, 'staging.yaml');
  const out = join(folder, 'out');
  const small = '--line jobloss --runs 1 --requirement JOBLOSS-FIELD-language-enum'.split(' ');
  // Data depend on the day, too.
  const day = ['--clock', '2026-03-01T08:00:00Z'];
  return async (seed: number, ...faults: readonly string[]) => {
    const running = await startReference({ faults });
    base.leadTo(running.base_url);
    gap.leadTo(running.gap_base_url);
    const addresses = { base_url: base.origin, gap_base_url: gap.origin };
    writeFileSync(target, stringify({ ...running.target, ...addresses }));
    const args = ['gate', '--target', target, '--out', out, '--seed', String(seed)];
    const { environment } = running;
    const { stdout, code } = await callCli([...args, ...small, ...day], { environment });
    await running.close();
    const page = readFileSync(join(out, 'latest', 'report.html'), 'utf8');
    const [onConsole, onPage] = [stdout, page].map((text) => text.includes(FIRST_DRAWN));
    expect(onConsole).toBe(onPage);
    return { code, stdout, isPrinted: onConsole };
  };
};

const FAULT = 'jobloss-created-in-any-language-with-a-job';

test.each(
  drawnInTurn('first drawn cells', [
    'console and page report a failure with data that no earlier run drew',
  ]),
)('%s', async () => {
  const gate = await serviceOfRuns();

  expect(await gate(1, FAULT)).toMatchObject({ code: 1, isPrinted: false });
  expect(await gate(1)).toMatchObject({ code: 0, isPrinted: false });
  const other = await gate(3, FAULT);
  expect(other).toMatchObject({ code: 1, isPrinted: true });
  expect(other.stdout).toMatch(/^ {2}drawn {3}first by this run: .*\n {2}replay/m);
  // The failure is known by now, and its data have been drawn.
  expect(await gate(5, FAULT)).toMatchObject({ code: 1, isPrinted: false });
  expect(await gate(6)).toMatchObject({ code: 0, isPrinted: false });
  expect(await gate(3, FAULT)).toMatchObject({ code: 1, isPrinted: false });
});
