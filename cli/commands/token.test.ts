import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { callCli } from '../testing/call-cli.ts';

const SECRET = 'correct-horse-battery';

test('prints commands for the variables of the env file and for access tokens, and no secret', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'assay-token-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  writeFileSync(join(cwd, '.env'), `CLIENT_SECRET=${SECRET}\n`);
  const auth = {
    scheme: 'oauth2',
    tokenUrl: 'http://127.0.0.1:9/token',
    clientId: 'me',
    clientSecret: '${CLIENT_SECRET}',
  };
  const target = { base_url: 'http://127.0.0.1:9', identities: { owner: { auth } } };
  writeFileSync(join(cwd, 'target.json'), JSON.stringify(target));

  const { code, stdout, stderr } = await callCli(['token', '--target', 'target.json'], { cwd });

  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.split('\n').map((line) => /^\w*/.exec(line)?.[0])).toEqual([
    '',
    'CLIENT_SECRET',
    'ASSAY_ACCESS_TOKEN',
    '',
  ]);
  expect(stdout).not.toContain(SECRET);
});

test('without a service of the caller there is nothing to fill', async () => {
  const { code, stderr } = await callCli(['token']);

  expect([code, stderr]).toEqual([2, expect.stringContaining('name one with --target')]);
});
