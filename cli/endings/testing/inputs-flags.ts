import type { Ending } from './ending.ts';

/** What, the command line, the sentence. */
type Row = readonly [what: string, args: readonly string[], says: RegExp];

const refused = ([what, args, says]: Row): Ending => ({ what, args, code: 2, says });

/** Flags whose value cannot be meant. */
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
    /no run can judge STATE-01: /,
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
  ['an empty line', ['gate', '--line', ''], /--line.*names of lines with commas.*an empty one/],
  ['a comma too many between lines', ['gate', '--line', 'gap,'], /--line.*an empty one/],
  ['a time with an exponent', ['gate', '--max-time', '1e3'], /--max-time.*whole number from 1/],
  ['a time with a unit', ['gate', '--max-time', '60s'], /--max-time.*whole number from 1/],
  ['no time', ['gate', '--max-time', '0'], /--max-time.*whole number from 1/],
  ['a negative seed', ['gate', '--seed', '-1'], /--seed.*whole number from 0/],
  ['a seed in hexadecimal', ['gate', '--seed', '0x10'], /--seed.*whole number from 0/],
  ['a seed too large', ['gate', '--seed', '2147483648'], /--seed.*from 0 to 2147483647/],
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
    /--dialect: there is no dialect "nope"; known are plain, /,
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

/** Flags that a person mistypes. */
export const INPUT_FLAGS: readonly Ending[] = VALUES.map(refused);
