import type { Ending } from './ending.ts';

/** The six exit codes at their plainest. */
export const BASICS: readonly Ending[] = [
  {
    what: 'a conformant service',
    args: ['gate', '--line', 'jobloss', '--requirement', 'VERSION-01'],
    code: 0,
    says: /^conformant[^:]*: /m,
  },
  {
    what: 'a service that is at fault',
    args: ['gate', '--line', 'gap', '--requirement', 'STATUS-01', '--target', '{target}'],
    server: 'wrong contract status',
    code: 1,
    says: /✗ STATUS-01[^]*non-conformant: /,
  },
  {
    what: 'a flag with a typo',
    args: ['gate', '--sed', '1'],
    code: 2,
    says: /unknown option '--sed'[^]*Did you mean --seed\?/,
  },
  {
    what: 'nothing listening at the address',
    args: ['gate', '--base-url', '{dead}'],
    code: 2,
    says: /127\.0\.0\.1:\d+: no connection can be made[^]*check host and port/,
  },
  {
    what: 'a fail that is waived no longer',
    args: ['gate', '--line', 'gap', '--requirement', 'VERSION-01', '--waivers', 'w.yaml'],
    files: {
      'w.yaml':
        '- { requirement: VERSION-01, operation: gap.draft-get, reason: r, owner: o, expires: 2020-01-01 }\n',
    },
    code: 5,
    says: /the waiver of VERSION-01 on gap\.draft-get \(o\) expired on 2020-01-01/,
  },
];
