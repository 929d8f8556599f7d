import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gunzipSync, gzipSync } from 'node:zlib';
import { callCli } from '../../cli/testing/call-cli.ts';

const out = mkdtempSync(join(tmpdir(), 'assay-packed-'));
afterAll(() => rmSync(out, { recursive: true }));

let packed = '';
beforeAll(async () => {
  const selection = ['--line', 'gap', '--requirement', 'GAP-CONTRACT-03', '--runs', '1'];
  await callCli(['certify', ...selection, '--seed', '3', '--gzip', '--out', out]);
  packed = join(out, String(readdirSync(out).find((name) => name.endsWith('.run.tar.gz'))));
});

test.each([
  [
    'verify',
    (): string[] => [join(out, 'latest', 'certificate.json'), '--evidence', packed],
    3,
    'verdicts confirmed by version',
  ],
  ['rejudge', () => [packed], 0, 'verdicts unchanged'],
  ['diff', () => [packed, join(out, 'latest')], 0, '# '],
  [
    'replay',
    () => ['GAP-CONTRACT-03', '--run', packed, '--out', join(out, 'again')],
    0,
    'conformant',
  ],
  [
    'waive',
    () => ['GAP-CONTRACT-03', '--run', packed, '--reason', 'x', '--owner', 'y'],
    2,
    'nothing failed in',
  ],
])('%s reads a packed run', async (command, args, code, output) => {
  const result = await callCli([command, ...args()], { cwd: out });

  expect(result.stdout + result.stderr).toContain(output);
  expect(result.code).toBe(code);
});

const tar = (...args: readonly string[]): void => {
  expect(spawnSync('tar', args, { cwd: out }).stderr.toString()).toBe('');
};

test.each<readonly [string, string, (file: string) => void]>([
  [
    'unzipped by a browser',
    'run.tar',
    (file) => writeFileSync(file, gunzipSync(readFileSync(packed))),
  ],
  [
    'unpacked and packed again under another name, with a file of the system in it',
    'evidence.tgz',
    (file) => {
      tar('xzf', packed, '-C', mkdtempSync(join(out, 'unpacked-')));
      const folder = String(readdirSync(out).find((name) => name.startsWith('unpacked-')));
      const run = basename(packed, '.run.tar.gz');
      writeFileSync(join(out, folder, run, '.DS_Store'), 'x');
      tar('czf', file, '-C', join(out, folder), run);
    },
  ],
])('a run %s verifies', async (_, name, make) => {
  const file = join(out, name);
  make(file);

  const { stdout, stderr } = await callCli([
    'verify',
    join(out, 'latest', 'certificate.json'),
    '--evidence',
    file,
  ]);

  expect(stdout + stderr).toContain('verdicts confirmed by version');
});

test('report unpacks it beside itself', async () => {
  const folder = packed.replace('.run.tar.gz', '');
  rmSync(folder, { recursive: true });

  const { code, stdout } = await callCli(['report', packed]);

  expect(stdout).toContain(join(folder, 'report.html'));
  expect(code).toBe(0);
  expect(existsSync(join(folder, 'evidence.json'))).toBe(true);
});

test.each([
  ['cut off', (bytes: Buffer) => bytes.subarray(0, 5000)],
  [
    'with a file outside of it',
    (bytes: Buffer) => {
      const tar = gunzipSync(bytes);
      tar.write('../../evil.json\0', 0);
      return gzipSync(tar);
    },
  ],
  ['something else', () => Buffer.from('hello')],
])('refuses a packed run: %s', async (_, change) => {
  const file = join(out, 'other.run.tar.gz');
  writeFileSync(file, change(readFileSync(packed)));

  const { code, stderr } = await callCli(['rejudge', file]);

  expect(stderr).toMatch(/^assay: .*\n$/);
  expect(code).toBe(2);
});
