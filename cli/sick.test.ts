import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Sickness, startSick } from '../reference/sick/start-sick.ts';
import { spawnCli } from './testing/spawn-cli.ts';

test.each<[Sickness, number, RegExp]>([
  ['closes-connections', 2, /clos/],
  ['stalls', 2, /no answer|deadline|within/],
  ['answers-500', 1, /non-conformant/],
  ['answers-200-empty-object', 1, /non-conformant/],
  // A web site is a wrong address, and no service to be judged.
  ['sends-html', 2, /answers with a web page .*[^]*set base_url to/],
])('a service that %s ends with exit %i', async (sickness, exit, says) => {
  const sick = await startSick(sickness);
  const out = mkdtempSync(join(tmpdir(), 'assay-sick-'));
  const { stdout, stderr, code } = await spawnCli(
    ['gate', '--base-url', sick.base_url, '--out', out, '--line', 'travel,gap'],
    { environment: { ASSAY_TOKEN: 'any-credential-will-do' } },
  );
  await sick.close();
  rmSync(out, { recursive: true });

  expect(stdout + stderr).toMatch(says);
  expect(stdout + stderr).not.toMatch(/harness is at fault/);
  expect(code).toBe(exit);
});
