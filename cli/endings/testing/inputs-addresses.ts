import type { Ending } from './ending.ts';

/** What, the command line, the sentence. */
type Row = readonly [what: string, args: readonly string[], says: RegExp];

/** Addresses to which nothing can be sent; a credential in one is never shown. */
const ADDRESSES: readonly Row[] = [
  [
    'an address without http',
    ['gate', '--base-url', 'localhost:8080'],
    /--base-url: wanted an address with http.*\n.*\n.*mean http:\/\/localhost:8080\?/,
  ],
  [
    'an address with one slash',
    ['gate', '--base-url', 'http:/host'],
    /--base-url: wanted an address with http/,
  ],
  ['an empty address', ['gate', '--base-url', ''], /--base-url: wanted an address with http/],
  [
    'an empty address of load',
    ['load', '--base-url', ''],
    /--base-url: wanted an address with http/,
  ],
  [
    'an address with a password',
    ['gate', '--base-url', 'http://u:canary@127.0.0.1:9'],
    /--base-url: wanted an address without a credential.*\n.*http:\/\/…@127\.0\.0\.1:9.*\n.*ASSAY_TOKEN/,
  ],
  [
    'a password with a slash',
    ['gate', '--base-url', 'http://u:canary/x@127.0.0.1:9'],
    /without a credential/,
  ],
  [
    'an address of gap with a password',
    ['certify', '--gap-base-url', 'http://u:canary@h'],
    /--gap-base-url: wanted an address without a credential/,
  ],
  [
    'an address of load with a password',
    ['load', '--base-url', 'http://u:canary@h'],
    /--base-url: wanted an address without a credential/,
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
    /--dialect is only for the reference service, but --base-url names another one; leave one of them out/,
  ],
  [
    'a fault beside an address of load',
    ['load', '--fault', 'gap-contract-created-with-200', '--base-url', 'http://127.0.0.1:9'],
    /--fault is only for the reference service, but --base-url/,
  ],
];

/** Addresses that a person mistypes, or that name another service than is meant. */
export const INPUT_ADDRESSES: readonly Ending[] = ADDRESSES.map(([what, args, says]) => ({
  what,
  args,
  code: 2,
  says,
  never: /canary/,
}));
