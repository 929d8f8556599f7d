import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { callCli } from '../testing/call-cli.ts';

const ID = 'JOBLOSS-FIELD-language-enum';
const FAULT = 'jobloss-created-in-any-language-with-a-job';

test('diff lists what broke between two runs, exits with 1, and works in both directions', async () => {
  const out = mkdtempSync(join(tmpdir(), 'assay-diff-'));
  onTestFinished(() => rmSync(out, { recursive: true }));
  const gate = (...more: readonly string[]) =>
    callCli([
      'gate',
      '--line',
      'jobloss',
      '--requirement',
      ID,
      '--seed',
      '5',
      '--no-allure',
      '--out',
      out,
      ...more,
    ]);
  await gate();
  await gate('--fault', FAULT);
  const [good = '', bad = ''] = readdirSync(out)
    .filter((name) => /^\d/.test(name))
    .toSorted()
    .map((name) => join(out, name));

  const broken = await callCli(['diff', good, bad]);
  expect(broken).toMatchObject({ code: 1, stderr: '' });
  expect(broken.stdout).toMatch(/^## 1 broken, 0 fixed/);
  expect(broken.stdout).toMatch(
    /\| `JOBLOSS-FIELD-language-enum@jobloss\.draft-create` \| ✓ passed \| ✗ failed \|/,
  );

  const fixed = await callCli(['diff', bad, good, '--json']);
  expect(fixed).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(fixed.stdout)).toMatchObject({ broken: [], fixed: [{ requirement: ID }] });

  const same = await callCli(['diff', bad, bad]);
  expect(same.code).toBe(2);
  expect(same.stderr).toMatch(/^assay: expected two runs, got .* twice; name an earlier one\n$/);
  const none = await callCli(['diff', join(out, 'nowhere'), bad]);
  expect(none.code).toBe(2);
  expect(none.stderr).toMatch(/^assay: expected the folder of a run/);
});

test('on GitHub Actions the job summary states the verdict', async () => {
  const out = mkdtempSync(join(tmpdir(), 'assay-summary-'));
  onTestFinished(() => rmSync(out, { recursive: true }));
  const gate = (file: string) =>
    callCli(['gate', '--line', 'gap', '--requirement', 'VERSION-01', '--no-allure', '--out', out], {
      environment: { GITHUB_STEP_SUMMARY: file },
    });
  const file = join(out, 'summary.md');

  expect((await gate(file)).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toMatch(
    /^## Assay: conformant for 8 of [\d,]+ cells \(--requirement VERSION-01\)\n\n8 of 8 operations reached/,
  );

  const refused = await gate(out);
  expect(refused.code).toBe(0);
  expect(refused.stderr).toContain('assay: the summary cannot be written (GITHUB_STEP_SUMMARY)');
});
