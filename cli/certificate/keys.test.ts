import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { spawnCli } from '../testing/spawn-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a key that cannot sign is told before anything is sent', async () => {
  const key = join(folder, 'assay.key');
  writeFileSync(key, 'no key');
  const out = join(folder, 'runs');

  const { code, stderr } = await spawnCli(['certify', '--key', key, '--out', out]);

  expect(stderr).toBe(
    'assay: --key cannot be used: it is no key in PEM; `assay keygen` makes a pair\n',
  );
  expect(code).toBe(2);
});

test('keys are never written over, and the one that signs is for its owner alone', async () => {
  const first = await spawnCli(['keygen', '--out', join(folder, 'keys')]);
  const second = await spawnCli(['keygen', '--out', join(folder, 'keys')]);

  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(second.code).toBe(2);
  expect(second.stderr).toContain('a key that has signed is not written over');
});

const { privateKey } = generateKeyPairSync('ed25519');
const pem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }));
const body = pem.split('\n')[1] ?? '';

test.each([
  ['its body alone', body],
  ['all of it in base64', Buffer.from(pem).toString('base64')],
  ['a BEGIN line that was cut', pem.slice(2)],
  ['spaces for its line ends', pem.replaceAll('\n', ' ')],
])(
  'a signing key in the environment is not printed where it cannot be read: %s',
  async (_, value) => {
    const out = join(folder, 'unsigned');

    const { code, stdout, stderr } = await spawnCli(['certify', '--out', out], {
      environment: { ASSAY_SIGNING_KEY: value },
    });

    expect(stderr).toMatch(/^assay: ASSAY_SIGNING_KEY .*`assay keygen` makes a pair\n$/);
    expect(stdout + stderr).not.toContain(body);
    expect(stdout + stderr).not.toContain(value.slice(0, 24));
    expect(code).toBe(2);
  },
);

test('keys that cannot be written are told in a sentence', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');

  const { code, stderr } = await spawnCli(['keygen', '--out', file]);

  expect(stderr).toBe(
    `assay: --out: no keys can be written to ${file}: a file stands where a folder is needed; name a folder that can be written\n`,
  );
  expect(code).toBe(2);
});

test('the page of a certificate does not replace it', async () => {
  const certificate = join(folder, 'certificate.json');
  writeFileSync(certificate, '{}\n');

  const { code, stderr } = await spawnCli(['verify', certificate, '--page', certificate]);

  expect(stderr).toContain('is the certificate itself, which would be lost');
  expect(code).toBe(2);
  expect(readFileSync(certificate, 'utf8')).toBe('{}\n');
});

test('a page that cannot be written is told before anything is read', async () => {
  const page = join(folder, 'a-file', 'page.html');
  writeFileSync(join(folder, 'a-file'), '');

  const { code, stderr } = await spawnCli(['verify', join(folder, 'none.json'), '--page', page]);

  expect(stderr).toContain(`--page: ${page} cannot be written: `);
  expect(code).toBe(2);
  expect(existsSync(page)).toBe(false);
});
