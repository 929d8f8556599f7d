import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { callCli } from '../testing/call-cli.ts';

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'assay-waive-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
};

const ID = 'JOBLOSS-FIELD-language-enum';
const BY = ['--reason', 'PROJ-7', '--owner', 'pricing'];
const FAULT = 'jobloss-created-in-any-language-with-a-job';
const SENT = `gate --line jobloss --requirement ${ID} --seed 5 --no-allure --fault ${FAULT}`;
const gate = (out: string, waivers: string) =>
  callCli([...SENT.split(' '), '--out', out, '--waivers', waivers]);

test('after waiving a fail the next run exits with 0, and warns before the waiver expires', async () => {
  const out = folder();
  const waivers = join(out, 'waivers.yaml');
  writeFileSync(waivers, '# Ours.\n');
  expect((await gate(out, waivers)).code).toBe(1);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const run = ['--run', join(out, 'latest'), '--waivers', waivers];

  const waived = await callCli(['waive', 'JOBLOSS-*', ...BY, '--expires', tomorrow, ...run]);
  expect(waived).toMatchObject({ code: 0, stderr: '' });
  expect(waived.stdout).toContain(
    `waived, ${ID} on jobloss.draft-create: PROJ-7 (pricing, until ${tomorrow})`,
  );
  expect(readFileSync(waivers, 'utf8')).toBe(
    `# Ours.\n\n- requirement: ${ID}\n  operation: jobloss.draft-create\n  reason: PROJ-7\n  owner: pricing\n  expires: ${tomorrow}\n`,
  );

  // Renewed instead of added twice: an expired entry would end every run with 5.
  const later = await callCli(['waive', ID, ...BY, ...run]);
  expect(later.code).toBe(0);
  expect(readFileSync(waivers, 'utf8').match(/expires/g)).toHaveLength(1);
  await callCli(['waive', ID, ...BY, '--expires', tomorrow, ...run]);

  // A run without verdicts does not show that nothing failed.
  const lost = join(out, 'lost');
  cpSync(join(out, 'latest'), lost, { recursive: true, dereference: true });
  writeFileSync(join(lost, 'verdicts.jsonl'), '');
  const refused = await callCli(['waive', ID, ...BY, '--run', lost, '--waivers', waivers]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/^assay: .*lost was changed: 2 cells in run\.json, 0 in verdicts/);
  const report = await callCli(['report', lost]);
  expect({ ...report, stderr: '' }).toEqual({ code: 2, stdout: '', stderr: '' });
  expect(report.stderr).toMatch(/^assay: .*lost was changed: 2 cells/);

  const after = await gate(out, waivers);
  expect(after.code).toBe(0);
  expect(after.stdout).toContain(`(pricing) ends in 1 day, after ${tomorrow}`);

  const again = await callCli(['waive', ID, ...BY, ...run]);
  expect(again.code).toBe(2);
  expect(again.stderr).toMatch(/^assay: nothing failed in .*, so there is nothing to waive\n$/);
});

test.each([
  [['waive', 'GAP-*', '--owner', 'me'], /required option '--reason <text>' not specified/],
  [['waive', 'GAP-*', '--reason', ' ', '--owner', 'me'], /Expected a text, got nothing/],
  [
    ['waive', 'GAP-*', ...BY, '--expires', '2026-02-30'],
    /Expected a day that exists, YYYY-MM-DD; got 2026-02-30/,
  ],
  [['waive', 'GAP-*', ...BY, '--expires', '2020-01-01'], /2020-01-01 is in the past/],
  [['waive', 'GAP-*', ...BY, '--run', 'nowhere'], /expected the folder of a run/],
])('%j exits with 2 and a sentence', async (args, says) => {
  const { stderr, code } = await callCli(args);

  expect(stderr).toMatch(says);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(2);
});
