import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { unpackRun, TAR_END, tarHeader, tarPadding } from './packed-run.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-unpacked-'));
afterAll(() => rmSync(root, { recursive: true }));

let below = '';
beforeEach(() => {
  rmSync(join(root, 'there'), { recursive: true, force: true });
  below = join(root, 'there', 'below');
  mkdirSync(below, { recursive: true });
});

const SUM = { from: 148, to: 156 };

/** A header with other text at an offset, and a correct checksum. */
const changed = (header: Buffer, at: number, text: string): Buffer => {
  header.write(text, at);
  header.fill(0x20, SUM.from, SUM.to);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, SUM.from);
  return header;
};

const entry = (name: string, at = 0, text = ''): Buffer => {
  const header = tarHeader(name, 2);
  return Buffer.concat([
    text === '' ? header : changed(header, at, text),
    Buffer.from('{}'),
    tarPadding(2),
  ]);
};

const archive = (name: string, ...entries: readonly Buffer[]): string => {
  const file = join(root, `${name}.run.tar.gz`);
  writeFileSync(file, gzipSync(Buffer.concat([...entries, TAR_END])));
  return file;
};

test.each<readonly [string, readonly Buffer[], string]>([
  ['a file above it', [entry('../evil.json')], 'which is not a file of a run'],
  ['an absolute path', [entry('/tmp/evil.json')], 'which is not a file of a run'],
  ['a file twice', [entry('run.json'), entry('run.json')], 'or occurs twice'],
  ['a name in two cases', [entry('Ledger.jsonl')], 'or occurs twice'],
  ['a file that is a folder, too', [entry('a'), entry('a/b')], 'or occurs twice'],
  ['a symbolic link', [entry('run.json', 156, '2')], 'more than regular files'],
  ['a path of Windows', [entry('C:\\evil.json')], 'which is not a file of a run'],
  ['two folders', [entry('a/run.json'), entry('../run.json')], 'which is not a file of a run'],
  ['a hard link', [entry('run.json', 156, '1')], 'more than regular files'],
  ['a size below zero', [entry('run.json', 124, '-0000001000')], 'the packed run was changed'],
  ['a size that is none', [entry('run.json', 124, 'zzzzzzzzzzz')], 'the packed run was changed'],
])('unpacks nothing of an archive with %s', (_, entries, sentence) => {
  const file = archive('run', entry('run.json'), entry('ledger.jsonl'), ...entries);

  expect(() => unpackRun(file, below)).toThrow(sentence);
  expect(readdirSync(below)).toEqual([]);
});

test('an archive with an invalid folder name is not unpacked above it', () => {
  expect(() => unpackRun(archive('..', entry('run.json')), below)).toThrow(
    'cannot be that of a folder',
  );
  expect(existsSync(join(root, 'there', 'run.json'))).toBe(false);
});

test('leaves an existing folder unchanged, and names it', () => {
  const file = archive('run', entry('run.json'));
  unpackRun(file, below);

  expect(() => unpackRun(file, below)).toThrow(`since ${join(below, 'run')} exists`);
  expect(readdirSync(below)).toEqual(['run']);
});

test.each<readonly [string, readonly string[], readonly string[]]>([
  ['inside its folder', ['./run.json', './._run.json'], ['._run.json']],
  [
    'with a folder of its editor',
    ['a/run.json', 'a/.idea/x.xml', 'a/notes (2).txt'],
    ['a/.idea/x.xml', 'a/notes (2).txt'],
  ],
  ['below folders', ['my runs/of May/a/run.json', 'my runs/Thumbs.db'], ['my runs/Thumbs.db']],
  ['in a folder with another name', ['Evidence (2)/run.json'], []],
  ['with a report, which is built again', ['a/run.json', 'a/allure-report/index.html'], []],
])('an archive that was packed %s has the same files, and names others', (_, names, wanted) => {
  const foreign: string[] = [];
  const file = archive('packed', ...names.map((name) => entry(name)));
  const folder = unpackRun(file, below, (found) => foreign.push(...found));

  expect(readdirSync(folder)).toEqual(['run.json']);
  expect(foreign).toEqual(wanted);
});

test('an archive that a server zipped again is unzipped twice', () => {
  const file = archive('twice', entry('run.json'));
  writeFileSync(file, gzipSync(readFileSync(file)));

  expect(readdirSync(unpackRun(file, below))).toEqual(['run.json']);
});

test('an archive of something else is no run', () => {
  expect(() => unpackRun(archive('other', entry('src/main.ts')), below)).toThrow(
    'holds no run: it has no run.json',
  );
});
