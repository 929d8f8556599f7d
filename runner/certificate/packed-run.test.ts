import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gunzipSync, gzipSync } from 'node:zlib';
import { callCli } from '../../cli/testing/call-cli.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';

describe.each(drawnInTurn('packed runs', ['a packed run']))('%s', () => {
  const out = mkdtempSync(join(tmpdir(), 'assay-packed-'));
  afterAll(() => rmSync(out, { recursive: true }));

  let packed = '';
  beforeAll(async () => {
    const selection = ['--line', 'gap', '--requirement', 'GAP-CONTRACT-03', '--runs', '1'];
    await callCli(['certify', ...selection, '--seed', '3', '--gzip', '--allure', '--out', out]);
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

  /** Unpacks the run, adds files of other programs, and returns its folder. */
  const unpackedWithOthers = (): string => {
    const folder = mkdtempSync(join(out, 'unpacked-'));
    tar('xzf', packed, '-C', folder);
    const run = join(folder, basename(packed, '.run.tar.gz'));
    for (const name of ['.DS_Store', 'notes.txt', 'allure-results/Thumbs.db'])
      writeFileSync(join(run, name), 'x');
    return run;
  };

  const repacked = (file: string, ...flags: readonly string[]): void => {
    const run = unpackedWithOthers();
    tar('cf', file, ...flags, '-C', join(run, '..'), basename(run));
  };

  const NONE = /^(?![^]*\bforeign\b)/;
  const FOREIGN =
    /^foreign {4}(?=.*\.DS_Store)(?=.*notes\.txt)(?=.*Thumbs\.db).*: no part of the sealed run$/m;

  test.each<readonly [string, RegExp, (file: string) => string | void]>([
    [
      'unzipped by a browser',
      NONE,
      (file) => writeFileSync(file, gunzipSync(readFileSync(packed))),
    ],
    ['packed again with files of others', FOREIGN, (file) => repacked(file, '-z')],
    ['packed again by the oldest tar', FOREIGN, (file) => repacked(file, '--format=v7')],
    ['unpacked, with files of others in its folder', FOREIGN, unpackedWithOthers],
  ])('a run %s verifies', async (what, foreign, make) => {
    const file = join(out, `${what} (1)`);
    const evidence = make(file) ?? file;

    const { stdout, stderr } = await callCli([
      'verify',
      join(out, 'latest', 'certificate.json'),
      '--evidence',
      evidence,
    ]);

    expect(stdout + stderr).toContain('verdicts confirmed by version');
    expect(stdout).toMatch(foreign);
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
    ['an empty file', () => Buffer.alloc(0)],
  ])('refuses a packed run: %s', async (_, change) => {
    const file = join(out, 'other.run.tar.gz');
    writeFileSync(file, change(readFileSync(packed)));

    const { code, stderr } = await callCli(['rejudge', file]);

    expect(stderr).toMatch(/^assay: .*\n$/);
    expect(code).toBe(2);
  });
});
