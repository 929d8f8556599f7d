import type { Ending } from './ending.ts';
import { ADDRESS, OWNER, refused, type Row } from './refused-target.ts';

/** What is well formed and wrong. */
const CONTENT: readonly Row[] = [
  [
    'a key with a typo',
    't.yaml',
    `${ADDRESS}identites: {}\n`,
    /t\.yaml:2:\d+ {2}identites[^]*did you mean identities\?/,
  ],
  [
    'a key at the wrong depth',
    't.yaml',
    `${ADDRESS}limits:\n  concurrency: 1\n  downloadReady: true\n`,
    /t\.yaml:4:\d+ {2}limits\.downloadReady[^]*knows decisions\.downloadReady; is it indented/,
  ],
  [
    'an unset variable',
    't.yaml',
    `${OWNER}      token: \${NOT_SET_HERE}\n`,
    /t\.yaml:6:14 {2}identities\.owner\.auth\.token[^]*NOT_SET_HERE is not set/,
  ],
  [
    'an unset variable in a list',
    't.yaml',
    `${ADDRESS}insurers: [a, '\${NOT_SET_HERE}']\n`,
    /t\.yaml:2:15 {2}insurers\[1\][^]*NOT_SET_HERE is not set/,
  ],
  [
    'a reference that is not closed',
    't.yaml',
    `${OWNER}      token: \${ASSAY_TOKEN\n`,
    /t\.yaml:6:14[^]*wanted {2}a reference such as/,
  ],
  [
    'a secret in the file',
    't.yaml',
    `${OWNER}      token: canary-4711\n`,
    /a literal secret \(not shown\)\n.*write token: \$\{ASSAY_TOKEN\}/,
  ],
  [
    'an address with a password in a file',
    't.yaml',
    'base_url: http://u:canary@h\n',
    /t\.yaml:1:11 {2}base_url\n +wanted {2}an address without a credential.*\n +got {5}"http:\/\/…@h"\n.*ASSAY_TOKEN/,
  ],
  [
    'a token address with a password',
    't.yaml',
    `${ADDRESS}identities: { owner: { auth: { scheme: oauth2, tokenUrl: 'http://u:canary@h', clientId: a, clientSecret: '\${PATH}' } } }\n`,
    /identities\.owner\.auth\.tokenUrl\n +wanted {2}an address without a credential/,
  ],
  [
    'an address in a file without http',
    't.yaml',
    'base_url: staging.example\n',
    /t\.yaml:1:11 {2}base_url\n.*\n.*\n.*did you mean http:\/\/staging\.example\?/,
  ],
  [
    'a key in a header that cannot be',
    't.yaml',
    `${ADDRESS}identities: { owner: { auth: { scheme: apiKey, name: 'X Key', key: '\${PATH}' } } }\n`,
    /the name of a header, such as X-API-Key/,
  ],
  [
    'a mail domain that is an address',
    't.yaml',
    `${ADDRESS}mailDomain: me@mail.example\n`,
    /t\.yaml:2:13 {2}mailDomain\n +wanted {2}a domain/,
  ],
  [
    'a number with a unit',
    't.yaml',
    `${ADDRESS}limits: { deadline: 10s }\n`,
    /t\.yaml:2:21 {2}limits\.deadline\n +wanted {2}a number.*\n +got {5}"10s"/,
  ],
  [
    'nothing below identities',
    't.yaml',
    `${ADDRESS}identities:\nowner:\n  auth: { scheme: none }\n`,
    /identities\.owner; is it indented/,
  ],
];

/** Target files that are well formed and wrong. */
export const INPUT_CONTENT: readonly Ending[] = CONTENT.map(refused);
