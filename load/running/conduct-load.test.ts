import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { saveLog } from './conduct-load.ts';

test("keeps k6's log without secrets, up to a maximum", () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'k6.log');
  const keep = saveLog(file, { text: (text) => text.replaceAll('canary', '‹secret›') });
  for (let nth = 0; nth < 5100; nth += 1) keep(`{"msg":"canary ${nth}"}`);
  keep('');

  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(5001);
  expect(lines[0]).toBe('{"msg":"‹secret› 0"}');
  expect(lines.at(-1)).toBe('truncated after 5000 lines; k6 logged more');
});
