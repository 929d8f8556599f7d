import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asksToWait, isDisturbance, isTransportStatus } from './transport-statuses.ts';

const root = join(import.meta.dirname, '..');
const every = Array.from({ length: 500 }, (_, at) => at + 100);

test('the statuses of transport are those of S8', () => {
  expect(every.filter(isTransportStatus)).toEqual([
    405, 406, 408, 411, 412, 413, 414, 415, 421, 425, 426, 428, 429, 431, 501, 502, 503, 504,
  ]);
});

test('requests to wait, gateways and missing answers disturb; 413 only at a contract', () => {
  expect(every.filter(asksToWait)).toEqual([408, 421, 425, 429]);
  expect(every.filter((status) => isDisturbance(status))).toEqual([
    408, 421, 425, 429, 502, 503, 504,
  ]);
  expect(isDisturbance(undefined)).toBe(true);
  expect(isDisturbance(413, 'contract-create')).toBe(true);
  expect(isDisturbance(413, 'draft-create')).toBe(false);
});

test('no oracle, suite or report has its own list', () => {
  const files = globSync('{oracles,suites,reports}/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(100);
  const lists = files.filter((file) =>
    /\b(?:408|425|429|504)\b\s*[,\]]/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(lists).toEqual([]);
});
