import type { Ending } from './ending.ts';
import { judging, type Row } from './judging.ts';
import { NOT_FOUND, REFUSED } from './wrong-targets.ts';

const STALE: readonly Row[] = [
  [
    'a second identity whose credential has expired',
    'second identity that has expired',
    'gap',
    'AUTH-05,AUTH-06',
    3,
    /The second identity was answered 401 on 7 operations[^]*identities\.other/,
  ],
];

const CONTRADICTED: readonly Row[] = [
  [
    'a download that is declared ready and is not',
    'download described as ready',
    'jobloss',
    'PATH-01,LEGAL-01',
    1,
    /✗ PATH-01[^]*decisions\.downloadReady: false/,
  ],
  [
    'landlord leads that are declared live and are not',
    'leads described as live',
    'landlord',
    'PATH-01,LEGAL-01',
    1,
    /✗ PATH-01[^]*features\.landlordLeads: false/,
  ],
  [
    'landlord leads that are live and not declared so',
    'leads described as not live',
    'landlord',
    'PATH-01',
    0,
    /note features\.landlordLeads says false; the service took \d+ landlord leads?/,
  ],
  [
    'Last-Modified that is declared and never comes',
    'last modified described',
    'travel',
    'LASTMOD-01',
    1,
    /note decisions\.lastModified says true; no answer of the 4 operations/,
  ],
  [
    'a second identity that does what the target says it may not',
    'others may do nothing',
    'jobloss',
    'AUTH-06',
    1,
    /note decisions\.othersMay says nothing[^]*set it to\s+everything/,
  ],
  [
    'a target that says in former words what others may not read',
    'others may not read, in former words',
    'jobloss',
    'AUTH-05',
    1,
    /decisions\.othersMayRead has another name: write othersMay: nothing[^]*note decisions\.othersMay says nothing[^]*set it to read/,
  ],
  [
    'a schema that is checked later than declared',
    'schema checked later',
    'jobloss',
    'JOBLOSS-FIELD-language-*',
    1,
    /note decisions\.checkpoints\.schema says write; the service accepted \d+ of \d+ probes at the write[^]*price or contract/,
  ],
  [
    'a schema that is checked earlier than declared',
    'schema checked earlier',
    'jobloss',
    'JOBLOSS-FIELD-policyholder.address.*',
    0,
    /note decisions\.checkpoints: schema says contract, but all \d+ probes were refused at the write/,
  ],
  [
    'a start date that is checked later than declared',
    'start date checked later',
    'landlord',
    'STARTDATE-01',
    1,
    /note decisions\.checkpoints\.startDate says write/,
  ],
];

const BROKEN: readonly Row[] = [
  [
    'a service that dies half-way',
    'dies half-way',
    'jobloss',
    'PATH-01,LEGAL-01',
    3,
    /The service stopped answering at \d\d:\d\d:\d\d UTC, after \d+ requests[^]*the connection is closed[^]*\nincomplete: /,
  ],
  [
    'a service that breaks on every draft',
    'breaks on every draft',
    'travel',
    'PATH-01,LEGAL-01',
    3,
    /Travel Draft Create answered 500 to every legal draft[^]*The log of the service says why/,
  ],
  [
    'a deadline that is too short',
    'is too slow for its deadline',
    'travel',
    'PATH-01',
    3,
    /had no answer within 150 ms[^]*raise limits\.deadline/,
  ],
  [
    'a service that is asked faster than it likes',
    'asks for patience',
    'travel',
    'PATH-01',
    3,
    /asked for patience \(status 429\)[^]*Set limits\.requestsPerSecond/,
  ],
];

/** Wrong targets and broken services: what the last lines of a run say of them. */
export const WORDS: readonly Ending[] = [
  ...[...NOT_FOUND, ...REFUSED, ...STALE, ...CONTRADICTED, ...BROKEN].map(judging),
  {
    what: 'odd requests to a service that has died',
    args: ['gate', '--target', '{target}', '--line', 'landlord', '--runs', '1', '--max-time', '4'],
    server: 'dies before the odd requests',
    code: 3,
    says: /stopped answering at/,
    never: /no server error/,
  },
];
