import type { Ending } from './ending.ts';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** The simplest case of each of the six exit codes. */
export const BASICS: readonly Ending[] = [
  {
    what: 'a conformant service',
    args: ['gate', '--line', 'jobloss', '--requirement', 'VERSION-01'],
    code: 0,
    prints: /^conformant[^:]*: /m,
  },
  {
    what: 'a service that is at fault',
    args: ['gate', '--line', 'gap', '--requirement', 'STATUS-01', '--target', '{target}'],
    server: 'wrong contract status',
    code: 1,
    prints: /✗ STATUS-01[^]*non-conformant: /,
  },
  {
    what: 'a flag with a typo',
    args: ['gate', '--sed', '1'],
    code: 2,
    prints: /unknown option '--sed'[^]*Did you mean --seed\?/,
  },
  {
    what: 'nothing listening at the address',
    args: ['gate', '--base-url', '{dead}'],
    code: 2,
    prints: /127\.0\.0\.1:\d+: no connection can be established[^]*check host and port/,
  },
  {
    what: 'a fail that is waived no longer',
    args: ['gate', '--line', 'gap', '--requirement', 'VERSION-01', '--waivers', 'w.yaml'],
    files: {
      'w.yaml':
        '- { requirement: VERSION-01, operation: gap.draft-get, reason: r, owner: o, expires: 2020-01-01 }\n',
    },
    code: 5,
    prints: /the waiver of VERSION-01 on gap\.draft-get \(o\) expired on 2020-01-01/,
  },
];

type Row = readonly [what: string, args: readonly string[], prints: RegExp];

const refused = ([what, args, prints]: Row): Ending => ({ what, args, code: 2, prints });

/** Flags with invalid values. */
const VALUES: readonly Row[] = [
  ['a command with a typo', ['certfy'], /unknown command 'certfy'[^]*certify/],
  ['help for no command', ['help', 'gat'], /no command "gat"; did you mean gate\?/],
  [
    'two targets',
    ['gate', '--target', 'a.yaml', '--target', 'b.yaml'],
    /--target takes one value, but was given twice: "a\.yaml" and "b\.yaml"/,
  ],
  ['two seeds', ['load', '--seed', '1', '--seed=2'], /--seed takes one value.*"1" and "2"/],
  [
    'a requirement that no run can judge',
    ['gate', '--requirement', 'STATE-01'],
    /STATE-01 cannot be observed: /,
  ],
  [
    'a selection without a cell',
    ['gate', '--requirement', 'GAP-CONTRACT-03', '--line', 'travel'],
    /GAP-CONTRACT-03 has no cell [^]*gap\.contract-create/,
  ],
  [
    'a selection that does not apply to the target',
    ['gate', '--requirement', 'AUTH-05', '--base-url', 'http://127.0.0.1:9'],
    /nothing in the selection applies to this target: the target declares no second identity/,
  ],
  ['a line with a typo', ['gate', '--line', 'travl'], /no line "travl".*Did you mean travel\?/],
  [
    'an empty line',
    ['gate', '--line', ''],
    /--line.*names of lines separated by commas.*an empty one/,
  ],
  ['a comma too many between lines', ['gate', '--line', 'gap,'], /--line.*an empty one/],
  ['a time with an exponent', ['gate', '--max-time', '1e3'], /--max-time.*whole number from 1/],
  ['a time with a unit', ['gate', '--max-time', '60s'], /--max-time.*whole number from 1/],
  ['no time', ['gate', '--max-time', '0'], /--max-time.*whole number from 1/],
  ['a negative seed', ['gate', '--seed', '-1'], /--seed.*whole number from 0/],
  ['a seed in hexadecimal', ['gate', '--seed', '0x10'], /--seed.*whole number from 0/],
  ['a seed too large', ['gate', '--seed', '2147483648'], /--seed.*from 0 to 2147483647/],
  [
    'a seed that is another word',
    ['gate', '--seed', 'Random'],
    /--seed.*'Random' is invalid\. Expected a whole number from 0 to 2147483647, or random\./,
  ],
  ['no seed', ['certify', '--seed', ''], /--seed.*whole number from 0 to 2147483647, or random/],
  ['a night with a seed that is none', ['nightly', '--seed', '1.5'], /--seed.*or random/],
  ['a replay of new data', ['replay', 'ID-01', '--seed', 'random'], /--seed.*whole number from 0/],
  [
    'a challenge beside a random seed',
    ['certify', '--seed', 'random', '--challenge', '20261125T202414Z-0123456789abcdef'],
    /--challenge and --seed exclude each other/,
  ],
  ['runs with a decimal point', ['certify', '--runs', '2.5'], /--runs.*whole number from 1/],
  ['runs without a number', ['certify', '--runs', ''], /--runs.*whole number from 1/],
  ['a requirement without a name', ['gate', '--requirement', ''], /--requirement.*id or a pattern/],
  ['commas for requirements', ['gate', '--requirement', ' , '], /--requirement.*id or a pattern/],
  ['a requirement with a typo', ['gate', '--requirement', 'GAP-CONTRCT-03'], /did you mean GAP-C/],
  ['a pattern of nothing', ['gate', '--requirement', 'GPA-*'], /no requirement GPA-\*.*GAP\*\?/],
  ['an operation with a typo', ['gate', '--operation', 'gap.draft-gt'], /mean gap\.draft-get\?/],
  [
    'a fault that is none',
    ['gate', '--fault', 'nope'],
    /--fault: there is no fault "nope"; assay serve --list-faults/,
  ],
  [
    'a fault with a typo',
    ['certify', '--fault', 'gap-contract-created-with-20'],
    /did you mean gap-contract-created-with-200\?/,
  ],
  ['a fault without a name', ['gate', '--fault', ''], /--fault.*names of faults.*an empty one/],
  [
    'a dialect that is none',
    ['gate', '--dialect', 'nope'],
    /--dialect: there is no dialect "nope"; expected plain, /,
  ],
  [
    'a dialect with a typo',
    ['certify', '--dialect', 'plan'],
    /--dialect: there is no dialect "plan"; did you mean plain\?/,
  ],
  [
    'a chance without a seed',
    ['gate', '--dialect', 'chance'],
    /no dialect "chance".*chance:SEED with a number/,
  ],
  [
    'a fault of load with a typo',
    ['load', '--fault', 'gap-contract-created-with-20'],
    /did you mean gap-contract-created-with-200\?/,
  ],
  ['a dialect of load with a typo', ['load', '--dialect', 'plan'], /did you mean plain\?/],
  ['a dialect of serve with a typo', ['serve', '--dialect', 'plan'], /did you mean plain\?/],
  [
    'a fault of serve with a typo',
    ['serve', '--fault', 'gap-contract-created-with-20'],
    /did you mean gap-/,
  ],
  [
    'a fault of the exam with a typo',
    ['exam', '--fault', 'gap-contract-created-with-20'],
    /did you mean gap-/,
  ],
  [
    'a dialect of the exam with a typo',
    ['exam', '--dialect', 'plan'],
    /no dialect plan; did you mean plain\?/,
  ],
  [
    'another service for the exam with a typo',
    ['exam', '--on', 'plan'],
    /--on: there is no dialect "plan"; did you mean plain\?/,
  ],
  [
    'a profile of load with a typo',
    ['load', '--profile', 'smok'],
    /no profile "smok", did you mean smoke\?/,
  ],
  [
    'a latency that is none',
    ['serve', '--latency', '50ms'],
    /--latency.*whole number from 0 to 60000/,
  ],
  ['a port with a typo', ['serve', '--port', '80a'], /--port.*whole number from 0 to 65535/],
  ['a port out of range', ['serve', '--port', '70000'], /--port.*whole number from 0 to 65535/],
  [
    'a flag without its value',
    ['serve', '--write-target'],
    /--write-target <file>' argument missing/,
  ],
  ['a target without its flag', ['gate', 'staging.yaml'], /too many arguments for 'gate'/],
  ['an explanation of nothing', ['explain', ''], /no requirement without a name/],
];

/** Mistyped flags. */
export const INPUT_FLAGS: readonly Ending[] = VALUES.map(refused);

/** Invalid addresses; a credential in one is never printed. */
const ADDRESSES: readonly Row[] = [
  [
    'an address without http',
    ['gate', '--base-url', 'localhost:8080'],
    /--base-url: expected an address with http.*\n.*\n.*mean http:\/\/localhost:8080\?/,
  ],
  [
    'an address with one slash',
    ['gate', '--base-url', 'http:/host'],
    /--base-url: expected an address with http/,
  ],
  ['an empty address', ['gate', '--base-url', ''], /--base-url: expected an address with http/],
  [
    'an empty address of load',
    ['load', '--base-url', ''],
    /--base-url: expected an address with http/,
  ],
  [
    'an address with a password',
    ['gate', '--base-url', 'http://u:canary@127.0.0.1:9'],
    /--base-url: expected an address without a credential.*\n.*http:\/\/…@127\.0\.0\.1:9.*\n.*ASSAY_TOKEN/,
  ],
  [
    'a password with a slash',
    ['gate', '--base-url', 'http://u:canary/x@127.0.0.1:9'],
    /without a credential/,
  ],
  [
    'an address of gap with a password',
    ['certify', '--gap-base-url', 'http://u:canary@h'],
    /--gap-base-url: expected an address without a credential/,
  ],
  [
    'an address of load with a password',
    ['load', '--base-url', 'http://u:canary@h'],
    /--base-url: expected an address without a credential/,
  ],
  [
    'an address with a query',
    ['gate', '--base-url', 'http://h?key=canary'],
    /without a query.*\n.*"http:\/\/h\?…".*\n.*apiKey/,
  ],
  ['an address with a fragment', ['gate', '--base-url', 'http://h#x'], /without a fragment/],
  [
    'a port that is none',
    ['gate', '--base-url', 'http://127.0.0.1:99999'],
    /a port from 1 to 65535/,
  ],
  ['port 0', ['gate', '--base-url', 'http://127.0.0.1:0'], /a port from 1 to 65535/],
  ['a host with a space', ['gate', '--base-url', 'http://a b/'], /without spaces/],
  [
    'an IPv6 address without brackets',
    ['gate', '--base-url', 'http://::1:80'],
    /IPv6 address in brackets/,
  ],
  [
    'an address of gap alone',
    ['gate', '--gap-base-url', 'http://127.0.0.1:9'],
    /--gap-base-url is the address of motor gap only, .*; add --base-url URL, set ASSAY_BASE_URL, or/,
  ],
  [
    'an address of gap alone for a load',
    ['load', '--gap-base-url', 'http://127.0.0.1:9'],
    /--gap-base-url is the address of motor gap only, .*; add --base-url URL/,
  ],
  [
    'a dialect beside an address',
    ['gate', '--dialect', 'plain', '--base-url', 'http://127.0.0.1:9'],
    /--dialect is only for the reference service, but --base-url names another one; remove one of them/,
  ],
  [
    'a fault beside an address of load',
    ['load', '--fault', 'gap-contract-created-with-200', '--base-url', 'http://127.0.0.1:9'],
    /--fault is only for the reference service, but --base-url/,
  ],
];

/** Mistyped addresses, and addresses of another service. */
export const INPUT_ADDRESSES: readonly Ending[] = ADDRESSES.map(([what, args, prints]) => ({
  what,
  args,
  code: 2,
  prints,
  never: /canary/,
}));

const PATH_VALUES: readonly Row[] = [
  ['an empty --out', ['gate', '--out', ''], /--out.*Expected a path, got an empty text/],
  ['an empty --out of load', ['load', '--out', ''], /--out.*Expected a path, got an empty text/],
  ['an empty --out of replay', ['replay', 'PATH-01', '--out', ''], /--out.*Expected a path/],
  ['an empty --junit', ['gate', '--junit', ''], /--junit.*Expected a path, got an empty text/],
  ['an empty --target', ['gate', '--target', ''], /--target.*Expected a path, got an empty text/],
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
  [
    'an empty --waivers',
    ['gate', '--waivers', ''],
    /--waivers.*Expected a path, got an empty text/,
  ],
  [
    'an empty --run',
    ['replay', 'PATH-01', '--run', ''],
    /--run.*Expected a folder or the name of a run/,
  ],
  ['an empty --write-target', ['serve', '--write-target', ''], /--write-target.*Expected a path/],
  ['an empty run to report', ['report', ''], /Expected a path, got an empty text/],
  ['a ~ that the shell left', ['gate', '--out', '~/runs'], /--out.*did not expand ~.*\$HOME/],
  [
    'a name too long',
    ['gate', '--out', `{folder}/${'x'.repeat(300)}`],
    /--out: .* is not writable: the name is too long/,
  ],
  [
    '--junit that is a folder',
    ['gate', '--junit', '{folder}'],
    /--junit: .* is not writable: it is a folder/,
  ],
  [
    '--code-quality that is a folder',
    ['gate', '--code-quality', '{folder}'],
    /--code-quality: .* is not writable: it is a folder/,
  ],
  [
    '--write-target that is a folder',
    ['serve', '--write-target', '{folder}'],
    /--write-target: .* is not writable: it is a folder/,
  ],
];

/** /proc exists on Linux only; Node's recursive mkdir never returns in it. */
const PROC: readonly Row[] = [
  ['--out below /proc', ['gate', '--out', '/proc/x/y'], /--out: \/proc\/x\/y/],
  ['--out of load below /proc', ['load', '--out', '/proc/x'], /--out: \/proc\/x/],
  [
    '--junit below /proc',
    ['gate', '--junit', '/proc/x/y.xml'],
    /--junit: \/proc\/x\/y\.xml is not writable/,
  ],
  [
    '--write-target below /proc',
    ['serve', '--write-target', '/proc/x'],
    /--write-target: \/proc\/x is not writable/,
  ],
];

const FILE = { file: 'mine\n' };

/** Rows with an existing file in the way. */
const IN_THE_WAY: readonly Ending[] = [
  {
    ...refused([
      '--out that is a file',
      ['gate', '--out', '{folder}/file'],
      /--out: .*a part of the path is a file/,
    ]),
    files: FILE,
  },
  {
    ...refused([
      '--out below a file',
      ['certify', '--out', '{folder}/file/x'],
      /--out: .*a part of the path is a file/,
    ]),
    files: FILE,
  },
  {
    ...refused([
      '--out through links in a circle',
      ['gate', '--out', '{folder}/a'],
      /--out: .*its symbolic links form a cycle/,
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
      /--junit: .*a part of the path is a file/,
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
      /no connection can be established/,
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

/** Paths that are not writable or not valid. */
export const INPUT_PATHS: readonly Ending[] = [
  ...[...PATH_VALUES, ...(process.platform === 'linux' ? PROC : [])].map(refused),
  ...IN_THE_WAY,
];

/** A conformant run of one requirement, about one second each. */
const GATE_OF_GAP = ['gate', '--line', 'gap', '--requirement', 'VERSION-01'];
/** A run against a service that answers one operation wrongly. */
const GATE_OF_FAULTY = [
  'gate',
  '--line',
  'gap',
  '--requirement',
  'STATUS-01',
  '--fault',
  'gap-contract-created-with-200',
];

const waiver = (requirement: string, more = ''): string =>
  `- { requirement: '${requirement}', reason: r, owner: o, expires: 2099-12-31${more} }\n`;

const waivedBy = (
  what: string,
  args: readonly string[],
  text: string,
  code: Ending['code'],
  prints: RegExp,
): Ending => ({
  what,
  args: [...args, '--waivers', 'w.yaml'],
  files: { 'w.yaml': text },
  code,
  prints,
});

const refusedWaivers = (what: string, text: string, prints: RegExp): Ending =>
  waivedBy(what, GATE_OF_GAP, text, 2, prints);

/** Waiver files: syntax errors, patterns and unknown names. */
export const INPUT_WAIVERS: readonly Ending[] = [
  waivedBy(
    'a waiver of every requirement',
    GATE_OF_FAULTY,
    waiver('*'),
    0,
    /~ waived, STATUS-01@gap\.contract-create: r \(o, until 2099-12-31\)/,
  ),
  waivedBy(
    'a waiver of requirements by a pattern',
    GATE_OF_FAULTY,
    waiver('STATUS-0?', ", operation: 'gap.*'"),
    0,
    /~ waived, STATUS-01/,
  ),
  waivedBy(
    'a waiver of other requirements by a pattern',
    GATE_OF_FAULTY,
    waiver('GAP-*'),
    1,
    /✗ STATUS-01/,
  ),
  waivedBy(
    'a pattern of waivers that is not needed',
    GATE_OF_GAP,
    waiver('VERSION-01*', ', operation: gap.draft-get'),
    5,
    /the waiver of VERSION-01\* on gap\.draft-get \(o\) is stale/,
  ),
  waivedBy(
    'an unknown waiver beside --requirement',
    GATE_OF_GAP,
    waiver('STATUS-99'),
    5,
    /the waiver of STATUS-99 \(o\) names no requirement: did you mean STATUS-/,
  ),
  waivedBy(
    'an unknown pattern of waivers',
    GATE_OF_GAP,
    waiver('STATIS-*'),
    5,
    /the waiver of STATIS-\* \(o\) names no requirement: did you mean STATUS\*\?/,
  ),
  waivedBy(
    'a waiver of an operation that does not exist',
    GATE_OF_GAP,
    waiver('VERSION-01', ', operation: gap.draft-gt'),
    5,
    /names no operation of VERSION-01: did you mean gap\.draft-get\?/,
  ),
  waivedBy(
    'a waiver of what is not selected',
    GATE_OF_GAP,
    waiver('STATUS-02'),
    0,
    /^conformant[^:]*: /m,
  ),
  refusedWaivers(
    'waivers with a key of their own',
    '- requirement: PATH-01\n  owne: me\n',
    /w\.yaml:2:9 {2}\[0\]\.owne[^]*did you mean owner\?/,
  ),
  refusedWaivers(
    'waivers that are indented wrongly',
    '- requirement: PATH-01\n   reason: r\n  owner: o\n',
    /w\.yaml:2:4\n +expected {2}2 spaces/,
  ),
  refusedWaivers(
    'waivers that hold themselves',
    '&a\n- *a\n',
    /w\.yaml:2:3\n.*\n +got {7}\*a, which contains itself/,
  ),
  refusedWaivers(
    'waivers of waivers of waivers',
    `- &a [${'x,'.repeat(99)}]\n- &b [${'*a,'.repeat(99)}]\n- [${'*b,'.repeat(99)}]\n`,
    /at most 100 values by alias/,
  ),
  refusedWaivers(
    'waivers within waivers',
    `${'- '.repeat(9000)}a\n`,
    /w\.yaml:1:\d+\n.*a reasonable number/,
  ),
  refusedWaivers(
    'waivers that are no list',
    'requirement: PATH-01\n',
    /w\.yaml\n +expected {2}a list of waivers/,
  ),
  refusedWaivers(
    'a last day that does not exist',
    waiver('PATH-01').replace('2099-12-31', '2026-02-30'),
    /w\.yaml:1:\d+ {2}\[0\]\.expires\n +expected {2}last day of the waiver/,
  ),
  refusedWaivers(
    'a reason that is empty',
    waiver('PATH-01').replace('reason: r', "reason: ' '"),
    /\[0\]\.reason\n +expected {2}a text/,
  ),
  {
    what: 'waivers that are not there',
    args: [...GATE_OF_GAP, '--waivers', 'none.yaml'],
    code: 2,
    prints: /none\.yaml\n +expected {2}a file that can be read\n +got {7}no such file/,
  },
];
