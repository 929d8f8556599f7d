import type { Ending } from './ending.ts';

/** About one second each: a run of one requirement, which is conformant. */
const GATE = ['gate', '--line', 'gap', '--requirement', 'VERSION-01'];
/** Of a service that answers one operation wrongly. */
const SICK = [
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

const run = (
  what: string,
  args: readonly string[],
  text: string,
  code: Ending['code'],
  says: RegExp,
): Ending => ({
  what,
  args: [...args, '--waivers', 'w.yaml'],
  files: { 'w.yaml': text },
  code,
  says,
});

const refused = (what: string, text: string, says: RegExp): Ending =>
  run(what, GATE, text, 2, says);

/** Files of waivers: what is wrong with them, and what becomes of patterns and of names that do not exist. */
export const INPUT_WAIVERS: readonly Ending[] = [
  run(
    'a waiver of every requirement',
    SICK,
    waiver('*'),
    0,
    /~ waived, STATUS-01@gap\.contract-create: r \(o, until 2099-12-31\)/,
  ),
  run(
    'a waiver of requirements by a pattern',
    SICK,
    waiver('STATUS-0?', ", operation: 'gap.*'"),
    0,
    /~ waived, STATUS-01/,
  ),
  run('a waiver of other requirements by a pattern', SICK, waiver('GAP-*'), 1, /✗ STATUS-01/),
  run(
    'a pattern of waivers that is not needed',
    GATE,
    waiver('VERSION-01*', ', operation: gap.draft-get'),
    5,
    /the waiver of VERSION-01\* on gap\.draft-get \(o\) is stale/,
  ),
  run(
    'an unknown waiver beside --requirement',
    GATE,
    waiver('STATUS-99'),
    5,
    /the waiver of STATUS-99 \(o\) names no requirement: did you mean STATUS-/,
  ),
  run(
    'an unknown pattern of waivers',
    GATE,
    waiver('STATIS-*'),
    5,
    /the waiver of STATIS-\* \(o\) names no requirement: did you mean STATUS\*\?/,
  ),
  run(
    'a waiver of an operation that does not exist',
    GATE,
    waiver('VERSION-01', ', operation: gap.draft-gt'),
    5,
    /names no operation of VERSION-01: did you mean gap\.draft-get\?/,
  ),
  run('a waiver of what is not selected', GATE, waiver('STATUS-02'), 0, /^conformant[^:]*: /m),
  refused(
    'waivers with a key of their own',
    '- requirement: PATH-01\n  owne: me\n',
    /w\.yaml:2:9 {2}\[0\]\.owne[^]*did you mean owner\?/,
  ),
  refused(
    'waivers that are indented wrongly',
    '- requirement: PATH-01\n   reason: r\n  owner: o\n',
    /w\.yaml:2:4\n +wanted {2}2 spaces/,
  ),
  refused(
    'waivers that hold themselves',
    '&a\n- *a\n',
    /w\.yaml:2:3\n.*\n +got {5}\*a, which holds itself/,
  ),
  refused(
    'waivers of waivers of waivers',
    `- &a [${'x,'.repeat(99)}]\n- &b [${'*a,'.repeat(99)}]\n- [${'*b,'.repeat(99)}]\n`,
    /at most 100 values by alias/,
  ),
  refused(
    'waivers within waivers',
    `${'- '.repeat(9000)}a\n`,
    /w\.yaml:1:\d+\n.*that a person can follow/,
  ),
  refused(
    'waivers that are no list',
    'requirement: PATH-01\n',
    /w\.yaml\n +wanted {2}a list of waivers/,
  ),
  refused(
    'a last day that does not exist',
    waiver('PATH-01').replace('2099-12-31', '2026-02-30'),
    /w\.yaml:1:\d+ {2}\[0\]\.expires\n +wanted {2}last day of the waiver/,
  ),
  refused(
    'a reason that is empty',
    waiver('PATH-01').replace('reason: r', "reason: ' '"),
    /\[0\]\.reason\n +wanted {2}a text/,
  ),
  {
    what: 'waivers that are not there',
    args: [...GATE, '--waivers', 'none.yaml'],
    code: 2,
    says: /none\.yaml\n +wanted {2}a file that can be read\n +got {5}there is nothing of this name/,
  },
];
