import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readWaivers, WAIVERS_FILE } from './waiver-file.ts';

const folder = (text?: string): string => {
  const path = mkdtempSync(join(tmpdir(), 'assay-waivers-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  if (text !== undefined) writeFileSync(join(path, WAIVERS_FILE), text);
  return path;
};

const GOOD = `- requirement: STATUS-01
  reason: PROJ-7
  owner: pricing
  expires: 2026-12-31
`;

test('the file in the folder is read, and need not be there', () => {
  expect(readWaivers(undefined, folder(GOOD))).toEqual([
    {
      requirement: 'STATUS-01',
      operation: '*',
      reason: 'PROJ-7',
      owner: 'pricing',
      expires: '2026-12-31',
    },
  ]);
  expect(readWaivers(undefined, folder())).toEqual([]);
});

test('a named file is read instead, and must be there', () => {
  const elsewhere = folder('# all are settled\n');

  expect(readWaivers(join(elsewhere, WAIVERS_FILE), folder(GOOD))).toEqual([]);
  expect(() => readWaivers(join(elsewhere, 'none.yaml'))).toThrow(/none\.yaml\n +wanted {2}a file/);
});

test('everything that is wrong is listed, with its place and what may have been meant', () => {
  const path = folder(`${GOOD}- requirement: STATUS-01
  owner: 3
  expires: 2026-02-30
  resaon: later
`);

  expect(() => readWaivers(undefined, path)).toThrow(
    [
      'the waivers have 4 problems:',
      `  ${join(path, WAIVERS_FILE)}:5:3  [1].reason`,
      '    wanted  a text: why you accept the fail for now',
      '    got     nothing',
      `  ${join(path, WAIVERS_FILE)}:6:10  [1].owner`,
      '    wanted  a text: who is responsible for the waiver',
      '    got     3',
      `  ${join(path, WAIVERS_FILE)}:7:12  [1].expires`,
      '    wanted  last day of the waiver, YYYY-MM-DD (UTC)',
      '    got     "2026-02-30"',
      `  ${join(path, WAIVERS_FILE)}:8:11  [1].resaon`,
      '    wanted  only the keys requirement, operation, reason, owner, expires',
      '    got     the key resaon',
      '    did you mean reason?',
    ].join('\n'),
  );
});

test.each([
  ['a: [', 'a ] for the [ that opens here'],
  ['- &a [*a]', 'a value that ends'],
  ['- requirement: A\n   reason: b\n', '2 spaces at the start of this line'],
  ['waivers: []', 'a list of waivers'],
  ['- STATUS-01', 'a waiver with requirement'],
])('%s is refused', (text, wanted) => {
  expect(() => readWaivers(undefined, folder(text))).toThrow(`wanted  ${wanted}`);
});

test('a folder of this name is no file of waivers', () => {
  const path = folder();
  mkdirSync(join(path, WAIVERS_FILE));

  expect(() => readWaivers(undefined, path)).toThrow(/got {5}a folder/);
});
