import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { callCli } from '../../cli/testing/call-cli.ts';
import { saveDigest } from './k6.ts';
import { pathOfK6 } from '../testing/test-k6.ts';
import { K6_VERSION } from './make-k6.ts';

const k6Of = pathOfK6();

test('ASSAY_CACHE in .env does not select the k6 program, and a message says so', async (context) => {
  const found = k6Of(context);
  const cache = dirname(found);
  if (!cache.endsWith(join('.cache', 'assay'))) context.skip('k6 is on the path of this machine');
  const folder = mkdtempSync(join(tmpdir(), 'assay-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, `k6-${K6_VERSION}-${process.platform}-${process.arch}`);
  writeFileSync(program, `#!/bin/sh\ntouch ${folder}/started\necho "k6 v${K6_VERSION} (go)"\n`);
  chmodSync(program, 0o755);
  await saveDigest(program);
  writeFileSync(join(folder, '.env'), 'ASSAY_CACHE=.\n');

  const { code, stdout, stderr } = await callCli(['k6'], {
    cwd: folder,
    environment: { HOME: dirname(dirname(cache)) },
  });

  expect(existsSync(join(folder, 'started'))).toBe(false);
  expect(stderr).toContain(`ASSAY_CACHE in ${join(folder, '.env')} is ignored`);
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining(found) });
});
