import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { JUDGE_NAMES, judgeCalled } from '../oracles/judges.ts';

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(import.meta.dirname, path), 'utf8'));

const asked = new Set(
  sources.flatMap((text) => [...text.matchAll(/\.judge\(\s*(\w+)/g)].map(([, name = '']) => name)),
);
const judges = JUDGE_NAMES.map((name) => judgeCalled(name).name);

test('whoever is asked is a judge with a name; one without would end the run as a fault of ours', () => {
  expect(asked.size).toBeGreaterThan(40);
  expect([...asked].filter((name) => !judges.includes(name))).toEqual([]);
});

test('every judge is asked by a suite, but for the one that repeats what was said', () => {
  expect(judges.filter((name) => !asked.has(name))).toEqual(['said']);
});
