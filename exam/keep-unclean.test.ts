import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Candidate, chanceCandidates } from './candidate.ts';
import { keepUnclean } from './keep-unclean.ts';

const [SERVICE] = chanceCandidates(1, 7);

const emptyRoot = (): string => {
  const root = mkdtempSync(join(tmpdir(), 'assay-unclean-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return root;
};

const keep = (root: string, candidate: Candidate | undefined = SERVICE) => {
  const run = join(root, 'run');
  mkdirSync(run, { recursive: true });
  return keepUnclean(run, candidate ? [candidate] : [], root);
};

test('the run of a correct service lies where it is said to', () => {
  const root = emptyRoot();

  const kept = keep(root);

  expect(kept).toBe(join('unclean', 'chance-7-seed-7'));
  expect(existsSync(join(root, kept ?? ''))).toBe(true);
  expect(existsSync(join(root, 'run'))).toBe(false);
});

test('what went wrong everywhere does not fill the disk', () => {
  const root = emptyRoot();

  const kept = chanceCandidates(30, 1).map((each) => keep(root, each));

  expect(kept.filter((each) => each !== undefined)).toHaveLength(20);
});

test('the name of a fault becomes one of a folder', () => {
  const root = emptyRoot();

  const kept = keep(root, { ...SERVICE, id: 'legal-a[].b/c', kind: 'fault' } as Candidate);

  expect(kept).toBe(join('unclean', 'legal-a-.b-c-seed-7'));
});
