import { existsSync, mkdtempSync, readlinkSync, readFileSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  createRunFolder,
  latestName,
  latestRunFolder,
  removeRunFolder,
  runFolderAt,
} from './run-folder.ts';

const NOON = new Date('2026-11-21T12:00:01.500Z');

const temporaryRoot = (): string => {
  const root = mkdtempSync(join(tmpdir(), 'assay-runs-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return root;
};

test('a run folder is named after time, command and seed', () => {
  const root = join(temporaryRoot(), 'not', 'there', 'yet');

  const folder = createRunFolder(root, 'certify-42', NOON);

  expect(folder).toEqual(runFolderAt(join(root, '20261121-120001-certify-42')));
  expect(existsSync(folder.path)).toBe(true);
});

test('two runs of the same second get two folders', () => {
  const root = temporaryRoot();

  const names = [1, 2, 3].map(() => basename(createRunFolder(root, 'gate-7', NOON).path));

  expect(names).toEqual([
    '20261121-120001-gate-7',
    '20261121-120001-gate-7-2',
    '20261121-120001-gate-7-3',
  ]);
});

test('a name cannot leave the root', () => {
  const root = temporaryRoot();

  const folder = createRunFolder(root, '../../certify 42', NOON);

  expect(folder.path).toBe(join(root, '20261121-120001-..-..-certify-42'));
});

test('latest points to the newest run, by a relative path', () => {
  const root = temporaryRoot();
  createRunFolder(root, 'gate-1', NOON);

  const newest = createRunFolder(root, 'gate-2', NOON);

  expect(readlinkSync(join(root, 'latest'))).toBe('20261121-120001-gate-2');
  expect(latestRunFolder(root)).toEqual(newest);
});

test('a run that was undone leaves no trace, and restores latest', () => {
  const root = temporaryRoot();
  createRunFolder(root, 'gate-2', NOON);
  createRunFolder(root, 'gate-1', NOON);
  const before = latestName(root);
  const nothing = createRunFolder(root, 'replay-3', NOON);

  removeRunFolder(root, nothing, before);

  expect(existsSync(nothing.path)).toBe(false);
  expect(latestName(root)).toBe('20261121-120001-gate-1');
});

test('a replay becomes the latest run only if there is no other, or after a replay', () => {
  const root = temporaryRoot();
  createRunFolder(root, 'replay-1', NOON);
  createRunFolder(root, 'replay-2', NOON);
  expect(latestName(root)).toBe('20261121-120001-replay-2');

  createRunFolder(root, 'gate-2', NOON);
  createRunFolder(root, 'replay-3', NOON);

  expect(latestName(root)).toBe('20261121-120001-gate-2');

  rmSync(join(root, '20261121-120001-gate-2'), { recursive: true });
  createRunFolder(root, 'replay-4', NOON);

  expect(latestName(root)).toBe('20261121-120001-replay-4');
});

test('a first run that was undone leaves no latest, and one that others overtook leaves theirs', () => {
  const root = temporaryRoot();
  removeRunFolder(root, createRunFolder(root, 'replay-1', NOON), undefined);
  expect(latestName(root)).toBeUndefined();

  const overtaken = createRunFolder(root, 'replay-2', NOON);
  createRunFolder(root, 'gate-3', NOON);
  removeRunFolder(root, overtaken, undefined);
  expect(latestName(root)).toBe('20261121-120001-gate-3');
});

test('without links, a text file names the latest run', () => {
  const root = temporaryRoot();
  mkdirSync(join(root, 'latest', 'in-the-way'), { recursive: true });

  const folder = createRunFolder(root, 'gate-1', NOON);

  expect(readFileSync(join(root, 'latest.txt'), 'utf8')).toBe('20261121-120001-gate-1\n');
  expect(latestRunFolder(root)).toEqual(folder);
});

test('without a run there is no latest', () => {
  const root = temporaryRoot();

  expect(() => latestRunFolder(root)).toThrow(`expected the latest run in ${root}, found none`);
});
