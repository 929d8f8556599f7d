import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { drawnInTurn } from '../tools/testing/drawn.ts';

const ASSAY = join(import.meta.dirname, 'assay.mjs');
const GATE = 'gate --line jobloss --requirement VERSION-01 --runs 1 --no-allure --no-page'.split(
  ' ',
);

/** Output of a short run into a pipe. */
const printed = async (environment: Readonly<Record<string, string>>): Promise<string> => {
  const cwd = mkdtempSync(join(tmpdir(), 'assay-colours-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const args = [ASSAY, ...GATE, '--out', cwd];
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, env });
  return stdout;
};

const PIPES = [
  ['an empty FORCE_COLOR', { FORCE_COLOR: '' }, false],
  ['an empty FORCE_COLOR and NO_COLOR', { FORCE_COLOR: '', NO_COLOR: '1' }, false],
  ['FORCE_COLOR=1', { FORCE_COLOR: '1' }, true],
  ['FORCE_COLOR=0', { FORCE_COLOR: '0' }, false],
] as const;

test.each(drawnInTurn('colours', PIPES))(
  'a pipe with %s',
  async (_what, environment, isColoured) => {
    const stdout = await printed(environment);

    expect(stdout).toContain('conformant');
    expect(stdout.includes('\u001b[')).toBe(isColoured);
  },
);
