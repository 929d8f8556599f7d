import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addWaivers } from './waiver-entries.ts';

const WAIVER = {
  requirement: 'GAP-CONTRACT-02',
  operation: '*',
  reason: 'PROJ-7',
  owner: 'pricing',
  expires: '2026-12-31',
} as const;

test('a file with the line ends of Windows keeps them, in a folder with blanks and umlauts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay Prüfung '));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'waivers.yaml');
  writeFileSync(
    file,
    '# ours\r\n- requirement: ID-01\r\n  reason: r\r\n  owner: o\r\n  expires: 2026-12-31\r\n',
  );

  addWaivers(file, [WAIVER]);

  const text = readFileSync(file, 'utf8');
  expect(text).toContain('- requirement: GAP-CONTRACT-02\r\n  reason: PROJ-7\r\n');
  expect(text.replaceAll('\r\n', '')).not.toContain('\n');
});
