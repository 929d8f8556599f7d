import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { acceptPaces, lastAcceptedPace } from './history.ts';
import { virtualUsersFor } from '../k6/k6-options.ts';

const file = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-history-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'out', 'load-history.jsonl');
};
const A = 'http://127.0.0.1:1';

test('the newest accepted pace of a line at an address counts', () => {
  const path = file();
  const pace = { at: '2026-03-01T00:00:00Z', address: A, line: 'gap' } as const;
  acceptPaces(path, [
    { ...pace, p99: 0.1 },
    { ...pace, line: 'travel', p99: 9 },
  ]);
  acceptPaces(path, [{ ...pace, p99: 0.2 }]);
  appendFileSync(path, '{"at":"torn');
  expect(lastAcceptedPace(path, A, 'gap')).toBe(0.2);
  expect(lastAcceptedPace(path, 'http://127.0.0.1:2', 'gap')).toBeUndefined();
  expect(virtualUsersFor(100, 0.2)).toBe(40);
});
