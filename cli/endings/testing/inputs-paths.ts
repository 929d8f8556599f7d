import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Ending } from './ending.ts';

/** What, the command line, the sentence. */
type Row = readonly [what: string, args: readonly string[], says: RegExp];

const refused = ([what, args, says]: Row): Ending => ({ what, args, code: 2, says });

const PATHS: readonly Row[] = [
  ['an empty --out', ['gate', '--out', ''], /--out.*Wanted a path, got an empty text/],
  ['an empty --out of load', ['load', '--out', ''], /--out.*Wanted a path, got an empty text/],
  ['an empty --out of replay', ['replay', 'PATH-01', '--out', ''], /--out.*Wanted a path/],
  ['an empty --junit', ['gate', '--junit', ''], /--junit.*Wanted a path, got an empty text/],
  ['an empty --target', ['gate', '--target', ''], /--target.*Wanted a path, got an empty text/],
  [
    'a target without its file',
    ['gate', '--target', '#blue'],
    /--target.*The file is missing before "#"; write it there, such as target\.yaml#blue\./,
  ],
  [
    'a target of load without its file',
    ['load', '--target', './#'],
    /--target.*The file is missing before "#"/,
  ],
  ['an empty --waivers', ['gate', '--waivers', ''], /--waivers.*Wanted a path, got an empty text/],
  [
    'an empty --run',
    ['replay', 'PATH-01', '--run', ''],
    /--run.*Wanted a folder or the name of a run/,
  ],
  ['an empty --write-target', ['serve', '--write-target', ''], /--write-target.*Wanted a path/],
  ['an empty run to report', ['report', ''], /Wanted a path, got an empty text/],
  ['a ~ that the shell left', ['gate', '--out', '~/runs'], /--out.*~ was not replaced.*\$HOME/],
  [
    'a name too long',
    ['gate', '--out', `{folder}/${'x'.repeat(300)}`],
    /--out: nothing can be written.*the name is too long/,
  ],
  [
    '--junit that is a folder',
    ['gate', '--junit', '{folder}'],
    /--junit: .* cannot be written: it is a folder/,
  ],
  [
    '--code-quality that is a folder',
    ['gate', '--code-quality', '{folder}'],
    /--code-quality: .* cannot be written: it is a folder/,
  ],
  [
    '--write-target that is a folder',
    ['serve', '--write-target', '{folder}'],
    /--write-target: .* cannot be written: it is a folder/,
  ],
];

/** There is a /proc on Linux alone, in which Node's way to make folders never comes to an end. */
const PROC: readonly Row[] = [
  [
    '--out below /proc',
    ['gate', '--out', '/proc/x/y'],
    /--out: nothing can be written into \/proc\/x\/y/,
  ],
  [
    '--out of load below /proc',
    ['load', '--out', '/proc/x'],
    /--out: nothing can be written into \/proc\/x/,
  ],
  [
    '--junit below /proc',
    ['gate', '--junit', '/proc/x/y.xml'],
    /--junit: \/proc\/x\/y\.xml cannot be written/,
  ],
  [
    '--write-target below /proc',
    ['serve', '--write-target', '/proc/x'],
    /--write-target: \/proc\/x cannot be written/,
  ],
];

const FILE = { file: 'mine\n' };

/** With something in the way. */
const IN_THE_WAY: readonly Ending[] = [
  {
    ...refused([
      '--out that is a file',
      ['gate', '--out', '{folder}/file'],
      /--out: nothing can be written into .*a file stands where a folder is needed/,
    ]),
    files: FILE,
  },
  {
    ...refused([
      '--out below a file',
      ['certify', '--out', '{folder}/file/x'],
      /--out: nothing can be written into .*a file stands/,
    ]),
    files: FILE,
  },
  {
    ...refused([
      '--out through links in a circle',
      ['gate', '--out', '{folder}/a'],
      /--out: .*its links lead round in a circle/,
    ]),
    before: (folder) => {
      symlinkSync('b', join(folder, 'a'));
      symlinkSync('a', join(folder, 'b'));
    },
    leaves: ['a', 'b'],
  },
  {
    ...refused([
      '--junit below a file',
      ['gate', '--junit', '{folder}/file/junit.xml'],
      /--junit: .*a file stands where a folder is needed/,
    ]),
    files: FILE,
  },
  {
    ...refused([
      'a target to be written over another',
      ['serve', '--write-target', '{folder}/file'],
      /--write-target: .*file already exists; name another file, or add --force/,
    ]),
    files: FILE,
  },
  {
    ...refused([
      'a JUnit file of a run that is refused',
      ['gate', '--junit', '{folder}/results/junit.xml', '--base-url', '{dead}'],
      /no connection can be made/,
    ]),
  },
  {
    ...refused([
      'a JUnit file that is there, of a run that is refused',
      ['gate', '--junit', '{folder}/file', '--dialect', 'plan'],
      /did you mean plain\?/,
    ]),
    files: FILE,
  },
];

/** Paths at which nothing can be written, or that are none. */
export const INPUT_PATHS: readonly Ending[] = [
  ...[...PATHS, ...(process.platform === 'linux' ? PROC : [])].map(refused),
  ...IN_THE_WAY,
];
