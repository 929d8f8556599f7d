import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { callCli } from '../../cli/testing/call-cli.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('refuses a key that cannot sign before anything is sent', async () => {
  const key = join(folder, 'assay.key');
  writeFileSync(key, 'no key');
  const out = join(folder, 'runs');

  const { code, stderr } = await callCli(['certify', '--key', key, '--out', out]);

  expect(stderr).toBe(
    'assay: --key cannot be used: it is not a PEM key; `assay keygen` creates a pair\n',
  );
  expect(code).toBe(2);
});

test('never overwrites keys, and makes the signing key readable by its owner only', async () => {
  const first = await callCli(['keygen', '--out', join(folder, 'keys')]);
  const second = await callCli(['keygen', '--out', join(folder, 'keys')]);

  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(second.code).toBe(2);
  expect(second.stderr).toContain('keygen never overwrites a key');
});

const { privateKey } = generateKeyPairSync('ed25519');
const pem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }));
const body = pem.split('\n')[1] ?? '';

test.each([
  ['its body alone', body],
  ['all of it in base64', Buffer.from(pem).toString('base64')],
  ['a BEGIN line that was cut', pem.slice(2)],
  ['spaces for its line ends', pem.replaceAll('\n', ' ')],
])('does not print an unreadable signing key from the environment: %s', async (_, value) => {
  const out = join(folder, 'unsigned');

  const { code, stdout, stderr } = await callCli(['certify', '--out', out], {
    environment: { ASSAY_SIGNING_KEY: value },
  });

  expect(stderr).toMatch(/^assay: ASSAY_SIGNING_KEY .*`assay keygen` creates a pair\n$/);
  expect(stdout + stderr).not.toContain(body);
  expect(stdout + stderr).not.toContain(value.slice(0, 24));
  expect(code).toBe(2);
});

test('reports keys that cannot be written in one sentence', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');

  const { code, stderr } = await callCli(['keygen', '--out', file]);

  expect(stderr).toBe(
    `assay: --out: ${file} is not writable: a part of the path is a file; name a writable folder\n`,
  );
  expect(code).toBe(2);
});

test('the page of a certificate does not overwrite it', async () => {
  const certificate = join(folder, 'certificate.json');
  writeFileSync(certificate, '{}\n');

  const { code, stderr } = await callCli(['verify', certificate, '--page', certificate]);

  expect(stderr).toContain('is the certificate itself and would be overwritten');
  expect(code).toBe(2);
  expect(readFileSync(certificate, 'utf8')).toBe('{}\n');
});

test('reports a page that cannot be written before anything is read', async () => {
  const page = join(folder, 'a-file', 'page.html');
  writeFileSync(join(folder, 'a-file'), '');

  const { code, stderr } = await callCli(['verify', join(folder, 'none.json'), '--page', page]);

  expect(stderr).toContain(`--page: ${page} is not writable: `);
  expect(code).toBe(2);
  expect(existsSync(page)).toBe(false);
});

const CERTIFY = ['certify', '--line', 'gap', '--requirement', 'GAP-CONTRACT-03', '--runs', '1'];

test
  .skipIf(process.platform === 'win32')
  .each(
    drawnInTurn('readable keys', [
      'a key that others can read signs with a warning; for the variable not even the path is printed',
    ]),
  )('%s', async () => {
  const shared = join(folder, 'shared');
  await callCli(['keygen', '--out', shared]);
  const key = join(shared, 'assay.key');
  chmodSync(key, 0o644);
  const out = join(folder, 'readable-key');

  const given = await callCli([...CERTIFY, '--key', key, '--out', out]);
  const named = await callCli([...CERTIFY, '--out', out], {
    environment: { ASSAY_SIGNING_KEY: key },
  });

  expect([given.code, named.code]).toEqual([0, 0]);
  expect(given.stdout).toContain(
    `\nnotice  other users of this machine can read ${key} (mode 644) and sign in your name; use chmod 600\n`,
  );
  expect(named.stdout).toContain(
    '\nnotice  other users of this machine can read the file that ASSAY_SIGNING_KEY',
  );
  expect(named.stdout).not.toContain(key);
});

test('a run with a given date gets no certificate; a private key needs no warning', async () => {
  const [keys, out] = [join(folder, 'own'), join(folder, 'set')];
  await callCli(['keygen', '--out', keys]);
  const signing = ['--key', join(keys, 'assay.key'), '--out', out];
  const run = await callCli([...CERTIFY, '--clock', '2026-11-21T10:00:00Z', ...signing]);
  const verified = await callCli(['verify', join(out, 'latest', 'certificate.json')]);

  expect(run.stdout).not.toContain('notice');
  expect(verified.stdout).toContain('no certificate: the run had a set date (--clock)\n');
});
