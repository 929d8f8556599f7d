import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { callCli } from '../../cli/testing/call-cli.ts';

test('a lead by EMAIL that is refused only to persons is never green (V17)', async () => {
  const out = mkdtempSync(join(tmpdir(), 'assay-leads-'));
  onTestFinished(() => rmSync(out, { recursive: true }));
  const cells = ['--operation', 'landlord.lead-create', '--requirement', 'LEAD-01,LEAD-LEGAL-*'];
  const fault = ['--fault', 'landlord-lead-create-refuses-email', '--condition', 'for-a-person'];
  const gate = (seed: string, ...more: readonly string[]) =>
    callCli(['gate', '--no-allure', '--seed', seed, '--out', out, ...cells, ...more]);

  const broken = await gate('8', ...fault);
  const correct = await gate('8');

  expect(broken.stdout).toMatch(/LEAD-LEGAL-transport/);
  expect([1, 3]).toContain(broken.code);
  expect(correct.code).toBe(0);
});
