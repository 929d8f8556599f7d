import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { expect, test, onTestFinished } from 'vitest';
import { PROJECT } from '../../client/project.ts';
import { benchmarksPage, type BenchMethod, shapeOf, benchExitCode } from './benchmarks-page.ts';
import { currentMachine, type Measured, PARTS } from './part.ts';
import { tmpdir } from 'node:os';
import { measuredProgram } from './measured-program.ts';

const MANNER: BenchMethod = { machine: currentMachine(new Date(0)), rounds: '1 round' };
const RESULT: Measured = { rows: [['assay gate', '1.0 s']], versions: ['wrk absent'] };

const pageOf = (results: Readonly<Record<string, Measured>>, before = ''): string =>
  benchmarksPage(MANNER, new Map(Object.entries(results)), before);

test('the committed page has the shape that the command writes', async () => {
  const written = readFileSync(join(PROJECT, 'docs', 'benchmarks.md'), 'utf8');

  expect(shapeOf(written)).toEqual(shapeOf(await format(pageOf({}), { parser: 'markdown' })));
});

test('a part has its date and programs', () => {
  expect(pageOf({ replay: RESULT })).toMatch(
    /^Measured on 1970-01-01, 1 round: .*; wrk absent\.$/m,
  );
});

test('a part that was not measured has the reason', () => {
  const page = pageOf({ replay: { skipped: 'no Node' } });

  expect(page).toContain('Not measured: no Node.');
  expect(page.match(/^Not measured yet/gm)).toHaveLength(PARTS.length - 1);
});

test('a part that did not finish keeps its old figures', () => {
  const before = pageOf({ replay: RESULT });

  expect(pageOf({ replay: { broken: 'no disk' } }, before)).toBe(before);
});

test('measuring one part leaves the others unchanged', async () => {
  const before = await format(pageOf({ replay: RESULT, growth: { skipped: 'no Node' } }), {
    parser: 'markdown',
  });
  const after = await format(pageOf({ script: RESULT }, before), { parser: 'markdown' });

  expect(after.split('## ').filter((part) => part.includes('assay gate | 1.0 s'))).toHaveLength(2);
  expect(after).toContain('Not measured: no Node.');
});

const RIGHT = { rows: [] };
const FAILED = { rows: [], failed: true } as const;
const SKIPPED = { skipped: 'no Python' };
const BROKEN = { broken: 'no disk' };

test.each([
  [[RIGHT], true, 0],
  [[RIGHT, FAILED], false, 1],
  [[SKIPPED], true, 2],
  [[RIGHT, SKIPPED], false, 0],
  [[FAILED, BROKEN, RIGHT], false, 4],
  [[BROKEN], true, 4],
])('%j, requested by name: %j, exits with %i', (parts, byName, code) => {
  expect(benchExitCode(parts, byName)).toBe(code);
});

test('without Python the part of Schemathesis names what it needs', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'assay-cache-'));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
  const { output } = await measuredProgram({
    args: [join(PROJECT, 'tools', 'bench.ts'), '--only', 'faults', '--json'],
    seconds: 60,
    codes: [2],
    environment: { PATH: cache, ASSAY_CACHE: cache },
  });

  const { parts } = JSON.parse(output.join('\n')) as { readonly parts: unknown };
  expect(parts).toEqual({ faults: { skipped: expect.stringContaining('needs Python 3.10') } });
});
