import type { Ending } from './ending.ts';

const GATE = ['gate', '--line', 'gap', '--requirement', 'VERSION-01'];
const AT_NOTHING = [...GATE, '--base-url', '{dead}'];
const CANARY = /canary/;

/** What, the environment, the sentence; the address is one where nothing listens. */
type Row = readonly [what: string, value: string, says: RegExp];

const tokens: readonly Row[] = [
  [
    'a token with a line break',
    'canary\n',
    /identities\.owner\.auth\.token\n.*\n +got {5}ASSAY_TOKEN holds a line break/,
  ],
  ['a token of another alphabet', 'canaryключ', /ASSAY_TOKEN holds a character that is not ASCII/],
  [
    'a token with typographic quotes',
    '“canary”',
    /ASSAY_TOKEN holds a character that is not ASCII/,
  ],
  ['a token with a control character', 'canary\u0007', /ASSAY_TOKEN holds a control character/],
  ['a token with a space before it', ' canary', /ASSAY_TOKEN holds a space at its beginning/],
  ['a token with the word Bearer', 'Bearer canary', /ASSAY_TOKEN begins with the word Bearer/],
  ['a token too short to be hidden', 'abc', /ASSAY_TOKEN is shorter/],
];

const withToken = ([what, ASSAY_TOKEN, says]: Row): Ending => ({
  what,
  args: AT_NOTHING,
  environment: { ASSAY_TOKEN },
  code: 2,
  says,
  never: CANARY,
});

const auth = (what: string, text: string, says: RegExp): Ending => ({
  what,
  args: ['gate', '--target', 't.yaml'],
  files: { 't.yaml': `base_url: http://127.0.0.1:9\nidentities: { other: { auth: ${text} } }\n` },
  environment: { MY_SECRET: 'canary\n' },
  code: 2,
  says,
  never: CANARY,
});

const envFile = (what: string, text: string | Uint8Array, says: RegExp): Ending => ({
  what,
  args: GATE,
  files: { '.env': text },
  code: 2,
  says,
  never: CANARY,
});

/** Variables by which credentials would be read by others: refused before anything is sent. */
const UNTRUSTED: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
  [
    'a variable by which nothing is verified, elsewhere',
    { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    /NODE_TLS_REJECT_UNAUTHORIZED=0\n +wanted .*\n +got +staging\.invalid\n +unset NODE_TLS_REJECT_UNAUTHORIZED: /,
  ],
  [
    'a flag by which the keys of connections are written',
    { NODE_OPTIONS: '--tls_keylog=/canary' },
    /--tls-keylog \(NODE_OPTIONS\)\n +wanted .*\n +got +.* writes the keys of every connection .*\n +take --tls-keylog out of NODE_OPTIONS/,
  ],
  [
    'a variable by which addresses are printed',
    { NODE_DEBUG: 'net,undici' },
    /NODE_DEBUG\n +wanted .*\n +got +NODE_DEBUG, which prints the address of every request.*\n +unset NODE_DEBUG/,
  ],
];

/** Variables that a person sets wrongly, in the environment or in .env. */
export const INPUT_ENVIRONMENT: readonly Ending[] = [
  ...tokens.map(withToken),
  auth(
    'an API key with a line break',
    "{ scheme: apiKey, name: X-Key, key: '${MY_SECRET}' }",
    /other\.auth\.key\n.*\n +got {5}MY_SECRET holds a line break/,
  ),
  auth(
    'a password with a line break',
    "{ scheme: basic, username: u, password: '${MY_SECRET}' }",
    /other\.auth\.password\n.*\n +got {5}MY_SECRET holds a line break/,
  ),
  auth(
    'a client secret with a line break',
    "{ scheme: oauth2, tokenUrl: 'http://h', clientId: u, clientSecret: '${MY_SECRET}' }",
    /other\.auth\.clientSecret\n.*\n +got {5}MY_SECRET holds a line break/,
  ),
  auth(
    'an invalid value with a line break',
    "{ scheme: bearer, token: '${PATH}', invalid: { value: '${MY_SECRET}' } }",
    /other\.auth\.invalid\.value\n.*\n +got {5}MY_SECRET holds a line break/,
  ),
  {
    what: 'an address with a password in the environment',
    args: GATE,
    environment: { ASSAY_BASE_URL: 'http://u:canary@h' },
    code: 2,
    says: /ASSAY_BASE_URL of the environment {2}base_url\n +wanted {2}an address without a credential/,
    never: CANARY,
  },
  envFile(
    'an address with a password in .env',
    'ASSAY_BASE_URL=http://u:canary@h\n',
    /ASSAY_BASE_URL in \/.*\/\.env {2}base_url\n +wanted {2}an address without a credential/,
  ),
  {
    what: 'a dialect beside an address of .env',
    args: ['gate', '--dialect', 'plain'],
    files: { '.env': 'ASSAY_BASE_URL=http://127.0.0.1:9\n' },
    code: 2,
    says: /--dialect is only for the reference service, but ASSAY_BASE_URL in \/.*\/\.env names another one; leave --dialect out, or call with ASSAY_BASE_URL= before/,
  },
  {
    what: 'a fault beside an address of the environment',
    args: ['gate', '--fault', 'gap-contract-created-with-200'],
    environment: { ASSAY_BASE_URL: 'http://127.0.0.1:9' },
    code: 2,
    says: /--fault is only for the reference service, but ASSAY_BASE_URL of the environment names another one/,
  },
  {
    what: 'an address of .env that the caller takes away',
    args: [...GATE, '--dialect', 'plain'],
    files: {
      '.env': 'ASSAY_BASE_URL=http://127.0.0.1:9\nASSAY_GAP_BASE_URL=http://127.0.0.1:9\n',
    },
    environment: { ASSAY_BASE_URL: '' },
    code: 0,
    says: /^conformant[^:]*: /m,
  },
  {
    what: 'a variable with a typo that was to name the target',
    args: GATE,
    environment: { ASSAY_BASEURL: 'http://127.0.0.1:9' },
    code: 2,
    says: /you named no target, but ASSAY_BASEURL of the environment looks like.*did you mean ASSAY_BASE_URL\?/,
  },
  {
    what: 'an address of gap alone in the environment',
    args: GATE,
    environment: { ASSAY_GAP_BASE_URL: 'http://127.0.0.1:9' },
    code: 2,
    says: /ASSAY_GAP_BASE_URL of the environment is the address of motor gap only, .*; add --base-url URL/,
  },
  ...UNTRUSTED.map(([what, environment, says]) => ({
    what,
    args: [...GATE, '--base-url', 'https://staging.invalid'],
    environment,
    code: 2 as const,
    says,
    never: CANARY,
  })),
  {
    what: 'code of others that is loaded into a gate, which goes on and says so',
    args: [...GATE, '--dialect', 'plain'],
    environment: { LD_PRELOAD: '/canary.so' },
    code: 0,
    says: /^LD_PRELOAD loads native code .*; certify grants no certificate with it$[^]*^conformant[^:]*: /m,
    never: CANARY,
  },
  {
    what: 'variables in .env that only the environment may set, and a gate that goes on',
    args: GATE,
    files: { '.env': 'ASSAY_CACHE=./canary\nNODE_OPTIONS=--import ./canary.mjs\n' },
    code: 0,
    says: /^ASSAY_CACHE in \/\S+\.env is not read: .*\nNODE_OPTIONS in \/\S+\.env is not read: [^]*^conformant[^:]*: /m,
    never: CANARY,
  },
  envFile(
    '.env with a line that says nothing',
    '# a\nASSAY_TOKEN canary\n',
    /\.env:2:1\n +wanted {2}NAME=value/,
  ),
  envFile('.env with an open quote', 'ASSAY_TOKEN="canary\n', /\.env:1:1\n +wanted {2}a closing "/),
  envFile(
    '.env with a hash in a value',
    'ASSAY_TOKEN=canary#1\n',
    /\.env:1:1\n +wanted {2}a value with # in it in quotes/,
  ),
  envFile(
    '.env in UTF-16',
    Buffer.from('\ufeffASSAY_TOKEN=canary\n', 'utf16le'),
    /\.env\n +wanted {2}a text in UTF-8/,
  ),
];
