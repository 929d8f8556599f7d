import ajvFormats from 'ajv-formats';
import { readFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test, onTestFinished } from 'vitest';
import {
  waiversJsonSchema,
  waiversSchema,
  readWaivers,
  WAIVERS_FILE,
  addWaivers,
} from './waivers.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCHEMA = new URL('waivers.schema.json', import.meta.url);
const waiver = { requirement: 'STATUS-01', reason: 'r', owner: 'o', expires: '2026-12-31' };

test('a waiver without an operation applies to all of them', () => {
  expect(waiversSchema.parse([waiver])).toEqual([{ ...waiver, operation: '*' }]);
});

test('waivers.schema.json is up to date; else: npm run schemas', () => {
  expect(JSON.parse(readFileSync(SCHEMA, 'utf8'))).toEqual(waiversJsonSchema());
});

test.each([
  [[waiver], true],
  [[{ ...waiver, extra: 1 }], false],
  [[{ ...waiver, expires: '31/12/2026' }], false],
  [[{ ...waiver, owner: '' }], false],
  [waiver, false],
])('waivers.schema.json judges %j like the harness', (document, isValid) => {
  const ajv = new Ajv2020();
  ajvFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(SCHEMA, 'utf8')));

  expect([validate(document), waiversSchema.safeParse(document).success]).toEqual([
    isValid,
    isValid,
  ]);
});

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

test('reads the file in the folder, if it exists', () => {
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

test('reads a named file instead, which must exist', () => {
  const elsewhere = folder('# all are settled\n');

  expect(readWaivers(join(elsewhere, WAIVERS_FILE), folder(GOOD))).toEqual([]);
  expect(() => readWaivers(join(elsewhere, 'none.yaml'))).toThrow(
    /none\.yaml\n +expected {2}a file/,
  );
});

test('lists all errors, with their position and a suggestion', () => {
  const path = folder(`${GOOD}- requirement: STATUS-01
  owner: 3
  expires: 2026-02-30
  resaon: later
`);

  expect(() => readWaivers(undefined, path)).toThrow(
    [
      'the waivers have 4 problems:',
      `  ${join(path, WAIVERS_FILE)}:5:3  [1].reason`,
      '    expected  a text: why you accept the fail for now',
      '    got       nothing',
      `  ${join(path, WAIVERS_FILE)}:6:10  [1].owner`,
      '    expected  a text: who is responsible for the waiver',
      '    got       3',
      `  ${join(path, WAIVERS_FILE)}:7:12  [1].expires`,
      '    expected  last day of the waiver, YYYY-MM-DD (UTC)',
      '    got       "2026-02-30"',
      `  ${join(path, WAIVERS_FILE)}:8:11  [1].resaon`,
      '    expected  only the keys requirement, operation, reason, owner, expires',
      '    got       the key resaon',
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
])('refuses %s', (text, wanted) => {
  expect(() => readWaivers(undefined, folder(text))).toThrow(`expected  ${wanted}`);
});

test('a folder of this name is no waivers file', () => {
  const path = folder();
  mkdirSync(join(path, WAIVERS_FILE));

  expect(() => readWaivers(undefined, path)).toThrow(/got {7}a folder/);
});

const WAIVER = {
  requirement: 'GAP-CONTRACT-02',
  operation: '*',
  reason: 'PROJ-7',
  owner: 'pricing',
  expires: '2026-12-31',
} as const;

test('keeps Windows line endings, in a folder with blanks and umlauts', () => {
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
