import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Ending } from './ending.ts';
import { ADDRESS, refused, type Row } from './refused-target.ts';

/** A text that is not what it should be. */
const FORM: readonly Row[] = [
  [
    'JSON with a comma too many',
    't.json',
    '{\n  "name": "a",\n  "base_url": "http://h",\n}\n',
    /t\.json:3:25\n +wanted {2}no comma before }/,
  ],
  [
    'JSON with a comma too few',
    't.json',
    '{\n  "name": "a"\n  "base_url": "http://h"\n}\n',
    /t\.json:2:14\n +wanted {2}a comma/,
  ],
  [
    'JSON with a comment',
    't.json',
    '{\n  // canary\n  "base_url": "http://h"\n}\n',
    /t\.json:2:3\n.*no comments/,
  ],
  [
    'half a JSON',
    't.json',
    '{ "base_url": "http://h"',
    /t\.json:1:25\n +wanted {2}what was opened to be closed/,
  ],
  [
    'JSON with a key twice',
    't.json',
    '{\n "base_url": "http://h",\n "base_url": "http://i"\n}',
    /t\.json:3:2\n.*\n +got {5}base_url again/,
  ],
  [
    'JSON with a wrong value, at its line',
    't.json',
    '{\n "base_url": "http://h",\n "limits": { "concurrency": "8" }\n}',
    /t\.json:3:29 {2}limits\.concurrency/,
  ],
  [
    'a decision under two names that contradict each other',
    't.yaml',
    `${ADDRESS}decisions:\n  othersMayRead: true\n  othersMay: nothing\n`,
    /t\.yaml:4:14 {2}decisions\.othersMay\n +wanted {2}one that does not contradict othersMayRead[^]*got {5}othersMay: nothing beside othersMayRead: true\n +leave othersMayRead out/,
  ],
  [
    'a target in UTF-16',
    't.yaml',
    Buffer.from(`\ufeff${ADDRESS}`, 'utf16le'),
    /t\.yaml\n +wanted {2}a text in UTF-8\n +got {5}one in UTF-16/,
  ],
  [
    'a target in Latin-1',
    't.yaml',
    Buffer.from(`${ADDRESS}name: caf\xe9\n`, 'latin1'),
    /t\.yaml:2:10\n +wanted {2}a text in UTF-8/,
  ],
  [
    'a target that is no text',
    't.yaml',
    Buffer.from([0, 1, 2, 3]),
    /t\.yaml:1:1\n +wanted {2}a text in UTF-8/,
  ],
  ['a target of nothing', 't.yaml', '', /t\.yaml\n +wanted {2}an object of keys\n +got {5}nothing/],
  [
    'a target that is a list',
    't.yaml',
    '- canary\n',
    /wanted {2}an object of keys\n +got {5}a list/,
  ],
  ['a target that is a text', 't.yaml', 'canary\n', /wanted {2}an object of keys\n +got {5}a text/],
  [
    'a target of another kind',
    't.toml',
    'base_url = "http://h"\n',
    /a file that ends in \.yaml.*\n +got {5}\.toml/,
  ],
  [
    'a byte order mark and a typo after it',
    't.yaml',
    `\ufeffbas_url: http://h\n`,
    /t\.yaml:1:\d+ {2}bas_url[^]*did you mean base_url\?/,
  ],
];

/** What a module of a target does wrong. */
const MODULES: readonly Row[] = [
  [
    'a module that throws',
    't.ts',
    "const a = 1;\nthrow new Error('no luck');\n",
    /t\.ts:2(:\d+)?\n.*\n +got {5}no luck/,
  ],
  ['a module that is half written', 't.ts', 'export default {\n  base_url: ,\n};\n', /t\.ts:2/],
  [
    'a module without a default export',
    't.ts',
    'export const target = {};\n',
    /got {5}no default export/,
  ],
  [
    'a module that exports a promise',
    't.mjs',
    'export default Promise.resolve({});\n',
    /got {5}a promise\n.*await/,
  ],
  [
    'a module that exports a function',
    't.mjs',
    'export default () => ({});\n',
    /got {5}a function/,
  ],
  ['a module that awaits for ever', 't.mjs', 'await new Promise(() => {});\n', /loaded within 5 s/],
  [
    'a module that holds itself',
    't.mjs',
    "const a = { base_url: 'http://h' };\na.bodies = a;\nexport default a;\n",
    /one that holds itself/,
  ],
];

const ELSEWHERE: readonly Ending[] = [
  {
    what: 'a target that is not there',
    args: ['gate', '--target', 'pröd env/target.yaml'],
    code: 2,
    says: /pröd env\/target\.yaml\n +wanted {2}a file that can be read\n +got {5}there is nothing of this name/,
  },
  {
    what: 'a target in a folder with a space and an umlaut',
    args: ['gate', '--target', 'pröd env/target.yaml'],
    files: { 'pröd env/target.yaml': 'bas_url: http://h\n' },
    code: 2,
    says: /pröd env\/target\.yaml:1:\d+ {2}bas_url/,
  },
  {
    what: 'a target that is a folder',
    args: ['gate', '--target', 'target.yaml'],
    before: (folder) => {
      mkdirSync(join(folder, 'target.yaml'));
    },
    leaves: ['target.yaml'],
    code: 2,
    says: /target\.yaml\n +wanted {2}a file that can be read\n +got {5}a folder/,
  },
  {
    what: 'a target of load with a typo',
    args: ['load', '--target', 't.yaml'],
    files: { 't.yaml': 'bas_url: http://h\n' },
    code: 2,
    says: /did you mean base_url\?/,
  },
];

/** Target files that a person writes wrongly. */
export const INPUT_TARGETS: readonly Ending[] = [
  ...[...FORM, ...MODULES].map(refused),
  ...ELSEWHERE,
];
