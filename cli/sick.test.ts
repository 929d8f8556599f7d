import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Sickness, startSick } from '../reference/sick/start-sick.ts';
import { callCli } from './testing/call-cli.ts';

test.each<[Sickness, string, number, RegExp]>([
  ['closes-connections', 'travel,gap', 2, /clos/],
  ['stalls', 'travel,gap', 2, /no answer|deadline|within/],
  // Where no call of any line succeeds, one line shows what all do.
  ['answers-500', 'gap', 1, /non-conformant/],
  ['answers-200-empty-object', 'travel', 1, /non-conformant/],
  // A web site is a wrong address, and no service to be judged.
  ['sends-html', 'travel,gap', 2, /answers with a web page .*[^]*set base_url to/],
])('a service that %s, asked for %s, ends with exit %i', async (sickness, line, exit, says) => {
  const sick = await startSick(sickness);
  const out = mkdtempSync(join(tmpdir(), 'assay-sick-'));
  const { stdout, stderr, code } = await callCli(
    ['gate', '--base-url', sick.base_url, '--out', out, '--line', line, '--no-allure'],
    { environment: { ASSAY_TOKEN: 'any-credential-will-do' } },
  );
  await sick.close();
  rmSync(out, { recursive: true });

  expect(stdout + stderr).toMatch(says);
  expect(stdout + stderr).not.toMatch(/harness is at fault/);
  expect(code).toBe(exit);
});
