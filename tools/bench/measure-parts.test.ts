import { K6_VERSION } from '../../load/k6/make-k6.ts';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Measured, PARTS } from './part.ts';
import { measureInProcess, measureParts } from './measure-parts.ts';
import { benchSummary } from './benchmarks-page.ts';
import { drawnInTurn } from '../testing/drawn.ts';

let programs: string;
let files: string;

beforeEach(() => {
  const { PATH, TMPDIR } = process.env;
  programs = mkdtempSync(join(tmpdir(), 'assay-programs-'));
  files = mkdtempSync(join(tmpdir(), 'assay-apart-'));
  Object.assign(process.env, { PATH: [programs, PATH].join(delimiter), TMPDIR: files });
  onTestFinished(() => {
    process.env['PATH'] = PATH;
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
    for (const folder of [programs, files]) rmSync(folder, { recursive: true, force: true });
  });
});

/** Measures the load script with a fake k6 that prints its version and otherwise runs this script. */
const measureWith = (does: string, seconds: number): Promise<Measured> => {
  const program = `#!/bin/sh\n[ "$1" = version ] && echo "k6 v${K6_VERSION}" && exit\n${does}\n`;
  writeFileSync(join(programs, 'k6'), program, { mode: 0o755 });
  const part = { id: 'script', minutes: seconds / 60 };
  return measureInProcess(part, { quick: true, rounds: 1 }, () => undefined);
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe.each(drawnInTurn('measured parts', ['a process of its own']))('%s', () => {
  test('a part on timeout is killed with all its children, and leaves no file', async ({
    skip,
  }) => {
    if (process.platform !== 'linux') skip('CPU times come from /proc, which only Linux has');
    const file = join(programs, 'pid');
    // Allows more time until the program has started: a busy machine needs seconds for that.
    for (let minutes = 0.1; !existsSync(file); minutes *= 2) {
      const measured = await measureWith(`echo $$ > ${file}; exec sleep 600`, minutes * 60);
      expect(measured).toEqual({ broken: `it did not end within ${minutes} minutes` });
    }
    const pid = Number(readFileSync(file, 'utf8'));
    await expect.poll(() => isRunning(pid), { timeout: 5000 }).toBe(false);
    expect(readdirSync(files)).toEqual([]);
  });

  test('a broken part reports its error', async ({ skip }) => {
    if (process.platform !== 'linux') skip('CPU times come from /proc, which only Linux has');

    expect(await measureWith('exit 7', 60)).toEqual({ broken: expect.stringContaining('k6') });
  });
});

const ROWS: Measured = { rows: [['assay gate', '1.0 s']] };

/** The first part rejects, as if its process could not start; the second misses its goal, the third needs a program. */
const measure = (part: (typeof PARTS)[number]): Promise<Measured> => {
  const at = PARTS.indexOf(part);
  if (at === 0) return Promise.reject(new Error('no disk'));
  if (at === 1) return Promise.resolve({ ...ROWS, failed: true });
  return Promise.resolve(at === 2 ? { skipped: 'no Python' } : ROWS);
};

test('a broken part does not stop the others, and each is reported as soon as it is measured', async () => {
  const sizes: number[] = [];
  const results = await measureParts(PARTS, {
    measure,
    onMeasured: async (_, __, { size }) => void sizes.push(size),
  });

  expect([...results.keys()]).toEqual(PARTS.map(({ id }) => id));
  expect(results.get('replay')).toEqual({ broken: 'no disk' });
  expect(sizes).toEqual([1, 2, 3, 4, 5, 6]);
});

test('the summary names each part with a problem', async () => {
  const results = await measureParts(PARTS, { measure, onMeasured: async () => undefined });

  expect(benchSummary(results)).toEqual([
    'replay: did not finish: no disk',
    'growth: measured, but the required figure was not reached',
    'faults: not measured: no Python',
    '6 parts, 3 measured as expected',
  ]);
  expect(benchSummary(new Map([['tools', ROWS]]))).toEqual(['1 part, all measured as expected']);
});
