import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PROJECT } from '../../client/project.ts';
import { benchExitCode } from './bench-exit-code.ts';
import { measuredProgram } from './measured-program.ts';

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
])('%j, asked for by name: %j, ends with %i', (parts, byName, code) => {
  expect(benchExitCode(parts, byName)).toBe(code);
});

test('without Python the part of Schemathesis says what it needs', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'assay-cache-'));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
  const { output } = await measuredProgram({
    args: [join(PROJECT, 'cli', 'bench.ts'), '--only', 'faults', '--json'],
    seconds: 60,
    codes: [2],
    environment: { PATH: cache, ASSAY_CACHE: cache },
  });

  const { parts } = JSON.parse(output.join('\n')) as { readonly parts: unknown };
  expect(parts).toEqual({ faults: { skipped: expect.stringContaining('needs Python 3.10') } });
});
