import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { PROJECT } from '../../client/project.ts';
import { readJsonLines } from '../../store/json-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-output-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ASSAY = `"${process.execPath}" "${join(PROJECT, 'bin', 'assay.mjs')}"`;
const SMALL = 'gate --line jobloss --requirement VERSION-01';

const shell = (script: string): Promise<{ code: number | null; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const child = spawn('bash', ['-c', script], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const text = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (text.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (text.stderr += chunk.toString()));
    child.on('close', (code) => resolve({ code, ...text }));
  });

const STACK = /^\s+at .+:\d+:\d+\)?$/m;

describe.skipIf(!existsSync('/dev/full'))('output that cannot be written', () => {
  test('a reader that closes the pipe after the first line changes no verdict', async () => {
    const { code, stdout, stderr } = await shell(
      `${ASSAY} ${SMALL} --out out-head | head -1; exit \${PIPESTATUS[0]}`,
    );

    expect(stdout).toMatch(/^reference service .*\n$/);
    expect(stderr).not.toMatch(STACK);
    expect(code).toBe(0);
  });

  test('a verdict that could not be printed does not exit with 0', async () => {
    const { code, stderr } = await shell(`${ASSAY} ${SMALL} --out out-full > /dev/full`);

    expect(stderr).toMatch(/standard output cannot be written \(ENOSPC/);
    expect(stderr).not.toMatch(STACK);
    expect(code).toBe(4);
  });

  test('reports a JUnit file on a full device in one sentence', async () => {
    const { code, stdout, stderr } = await shell(
      `${ASSAY} ${SMALL} --out out-junit --junit /dev/full`,
    );

    expect(stderr).toMatch(
      /^assay: \/dev\/full cannot be written: no space is left on the device \(ENOSPC\)\. Free some space there, or name another place with --junit, /m,
    );
    expect(stdout).toMatch(/^conformant/m);
    expect(stderr).not.toMatch(STACK);
    expect(code).toBe(4);
  });

  test('a run on a full disk reports it once, exits with 4, and is readable', async () => {
    const { code, stderr } = await shell(
      `ulimit -f 300; ${ASSAY} gate --line jobloss --out out-small`,
    );
    const [run = ''] = readdirSync(join(folder, 'out-small')).filter((name) => name !== 'latest');

    expect(stderr.match(/cannot be written/g)).toHaveLength(1);
    expect(stderr).toContain('Raise the limit (ulimit -f), or name another place with --out');
    expect(stderr).not.toMatch(STACK);
    expect(code).toBe(4);
    const { items } = readJsonLines(join(folder, 'out-small', run, 'exchanges.jsonl'));
    expect(items.length).toBeGreaterThan(50);
  });
});
