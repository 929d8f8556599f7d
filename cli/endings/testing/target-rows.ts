import type { Ending } from './ending.ts';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** A secret that must not be printed. */
const CANARY = /canary/;

/** Minimal target; nothing listens there. */
const ADDRESS = 'base_url: http://127.0.0.1:9\n';

/** A target with an incomplete bearer token, to be continued. */
const OWNER = `${ADDRESS}identities:\n  owner:\n    auth:\n      scheme: bearer\n`;

/** A faulty target file, and the message about it. */
export type Row = readonly [what: string, name: string, text: string | Uint8Array, prints: RegExp];

/** A gate that refuses the target file with exit code 2. */
const refused = ([what, name, text, prints]: Row): Ending => ({
  what,
  args: ['gate', '--target', name],
  files: { [name]: text },
  code: 2,
  prints,
  never: CANARY,
});

/** Syntax errors, reported with the line to change. */
const YAML_FORM: readonly Row[] = [
  [
    'a key one space too far left',
    't.yaml',
    `${OWNER}     token: x\n`,
    /t\.yaml:6:6\n +expected {2}4 spaces or 6 spaces.*\n +got {7}5 spaces/,
  ],
  [
    'a key one space too far right',
    't.yaml',
    `${OWNER}       token: x\n`,
    /t\.yaml:6:8\n +expected {2}6 spaces.*\n +got {7}7 spaces/,
  ],
  [
    'a key of the top with a space',
    't.yaml',
    `name: a\n ${ADDRESS}limits:\n  concurrency: 1\n`,
    /t\.yaml:2:2\n +expected {2}no space at the start/,
  ],
  [
    'a first line with a space',
    't.yaml',
    ` name: a\n${ADDRESS}`,
    /t\.yaml:1:2\n +expected {2}no space at the start/,
  ],
  [
    'lines of Windows, one indented wrongly',
    't.yaml',
    'name: a\r\n base_url: http://h\r\n',
    /t\.yaml:2:2\n/,
  ],
  [
    'a tab',
    't.yaml',
    `${ADDRESS}limits:\n\tconcurrency: 1\n`,
    /t\.yaml:3:1\n +expected {2}spaces.*\n +got {7}a tab/,
  ],
  [
    'a key without its colon',
    't.yaml',
    `name: a\nbase_url http://h\nlimits: {}\n`,
    /t\.yaml:2:1\n.*a colon, a space.*\n +got {7}no colon/,
  ],
  [
    'a colon without its space',
    't.yaml',
    `name: a\nbase_url:http://h\nlimits: {}\n`,
    /t\.yaml:2:1\n.*\n +got {7}no space after the colon/,
  ],
  [
    'a quote that is not closed',
    't.yaml',
    `name: "canary\n${ADDRESS}limits: {}\n`,
    /t\.yaml:1:7\n +expected {2}a closing "/,
  ],
  [
    'a brace that is not closed',
    't.yaml',
    `ids: { gap: { draft: /id }\n${ADDRESS}`,
    /t\.yaml:1:6\n +expected {2}a } for the \{/,
  ],
  [
    'a reference without quotes in braces',
    't.yaml',
    `${ADDRESS}identities: { owner: { auth: { scheme: bearer, token: \${T} } } }\n`,
    /t\.yaml:2:55\n +expected {2}'\$\{T\}' in quotes/,
  ],
  [
    'a placeholder without quotes',
    't.yaml',
    `${ADDRESS}bodies:\n  gap.draft-create: { a: {{today}} }\n`,
    /t\.yaml:3:\d+\n[^]*quote a placeholder/,
  ],
  [
    'a key twice',
    't.yaml',
    `${ADDRESS}name: a\n${ADDRESS}`,
    /t\.yaml:3:1\n.*\n +got {7}base_url again, as in line 1/,
  ],
  [
    'an anchor within itself',
    't.yaml',
    `${ADDRESS}bodies: &a\n  gap.draft-create: *a\n`,
    /t\.yaml:3:21\n.*\n +got {7}\*a, which contains itself/,
  ],
  [
    'aliases of aliases of aliases',
    't.yaml',
    `a: &a [${'x,'.repeat(99)}]\nb: &b [${'*a,'.repeat(99)}]\nc: [${'*b,'.repeat(99)}]\n`,
    /t\.yaml:2:8\n +expected {2}at most 100 values by alias/,
  ],
  [
    'lists within lists',
    't.yaml',
    `a: ${'['.repeat(5000)}${']'.repeat(5000)}\n`,
    /t\.yaml:1:\d+\n.*a reasonable number/,
  ],
  [
    'an alias of nothing',
    't.yaml',
    'base_url: *staging\n',
    /t\.yaml:1:11\n +expected {2}an anchor &staging/,
  ],
  [
    'a tag',
    't.yaml',
    `${ADDRESS}name: !env NAME\n`,
    /t\.yaml:2:7\n.*\n +got {7}!env\n.*\$\{NAME\}/,
  ],
  [
    'two documents',
    't.yaml',
    `${ADDRESS}---\n${ADDRESS}`,
    /t\.yaml:2:1\n +expected {2}one document/,
  ],
];

/** YAML errors, reported with the line to change. */
export const INPUT_YAML: readonly Ending[] = YAML_FORM.map(refused);

/** Target files with syntax errors. */
const TEXT_FORM: readonly Row[] = [
  [
    'JSON with a comma too many',
    't.json',
    '{\n  "name": "a",\n  "base_url": "http://h",\n}\n',
    /t\.json:3:25\n +expected {2}no comma before }/,
  ],
  [
    'JSON with a comma too few',
    't.json',
    '{\n  "name": "a"\n  "base_url": "http://h"\n}\n',
    /t\.json:2:14\n +expected {2}a comma/,
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
    /t\.json:1:25\n +expected {2}the rest of the document/,
  ],
  [
    'JSON with a key twice',
    't.json',
    '{\n "base_url": "http://h",\n "base_url": "http://i"\n}',
    /t\.json:3:2\n.*\n +got {7}base_url again/,
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
    /t\.yaml:4:14 {2}decisions\.othersMay\n +expected {2}a value that does not contradict othersMayRead[^]*got {7}othersMay: nothing beside othersMayRead: true\n +remove othersMayRead/,
  ],
  [
    'a target in UTF-16',
    't.yaml',
    Buffer.from(`\ufeff${ADDRESS}`, 'utf16le'),
    /t\.yaml\n +expected {2}a text in UTF-8\n +got {7}one in UTF-16/,
  ],
  [
    'a target in Latin-1',
    't.yaml',
    Buffer.from(`${ADDRESS}name: caf\xe9\n`, 'latin1'),
    /t\.yaml:2:10\n +expected {2}a text in UTF-8/,
  ],
  [
    'a target that is no text',
    't.yaml',
    Buffer.from([0, 1, 2, 3]),
    /t\.yaml:1:1\n +expected {2}a text in UTF-8/,
  ],
  [
    'a target of nothing',
    't.yaml',
    '',
    /t\.yaml\n +expected {2}an object of keys\n +got {7}nothing/,
  ],
  [
    'a target that is a list',
    't.yaml',
    '- canary\n',
    /expected {2}an object of keys\n +got {7}a list/,
  ],
  [
    'a target that is a text',
    't.yaml',
    'canary\n',
    /expected {2}an object of keys\n +got {7}a text/,
  ],
  [
    'a target of another kind',
    't.toml',
    'base_url = "http://h"\n',
    /a file that ends in \.yaml.*\n +got {7}\.toml/,
  ],
  [
    'a byte order mark and a typo after it',
    't.yaml',
    `\ufeffbas_url: http://h\n`,
    /t\.yaml:1:\d+ {2}bas_url[^]*did you mean base_url\?/,
  ],
];

/** Errors in target modules. */
const MODULES: readonly Row[] = [
  [
    'a module that throws',
    't.ts',
    "const a = 1;\nthrow new Error('no luck');\n",
    /t\.ts:2(:\d+)?\n.*\n +got {7}no luck/,
  ],
  ['a module that is half written', 't.ts', 'export default {\n  base_url: ,\n};\n', /t\.ts:2/],
  [
    'a module without a default export',
    't.ts',
    'export const target = {};\n',
    /got {7}no default export/,
  ],
  [
    'a module that exports a promise',
    't.mjs',
    'export default Promise.resolve({});\n',
    /got {7}a promise\n.*await/,
  ],
  [
    'a module that exports a function',
    't.mjs',
    'export default () => ({});\n',
    /got {7}a function/,
  ],
  ['a module that awaits for ever', 't.mjs', 'await new Promise(() => {});\n', /loaded within 5 s/],
  [
    'a module that holds itself',
    't.mjs',
    "const a = { base_url: 'http://h' };\na.bodies = a;\nexport default a;\n",
    /one that contains itself/,
  ],
];

const ELSEWHERE: readonly Ending[] = [
  {
    what: 'a target that is not there',
    args: ['gate', '--target', 'pröd env/target.yaml'],
    code: 2,
    prints:
      /pröd env\/target\.yaml\n +expected {2}a target file that can be read\n +got {7}no such file/,
  },
  {
    what: 'a target in a folder with a space and an umlaut',
    args: ['gate', '--target', 'pröd env/target.yaml'],
    files: { 'pröd env/target.yaml': 'bas_url: http://h\n' },
    code: 2,
    prints: /pröd env\/target\.yaml:1:\d+ {2}bas_url/,
  },
  {
    what: 'a target that is a folder',
    args: ['gate', '--target', 'target.yaml'],
    before: (folder) => {
      mkdirSync(join(folder, 'target.yaml'));
    },
    leaves: ['target.yaml'],
    code: 2,
    prints: /target\.yaml\n +expected {2}a file that can be read\n +got {7}a folder/,
  },
  {
    what: 'a target of load with a typo',
    args: ['load', '--target', 't.yaml'],
    files: { 't.yaml': 'bas_url: http://h\n' },
    code: 2,
    prints: /did you mean base_url\?/,
  },
];

/** Target files with errors in their text or module. */
export const INPUT_TARGETS: readonly Ending[] = [
  ...[...TEXT_FORM, ...MODULES].map(refused),
  ...ELSEWHERE,
];

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
    /t\.yaml:4:\d+ {2}limits\.downloadReady[^]*has decisions\.downloadReady; check the indentation/,
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
    /t\.yaml:6:14[^]*expected {2}a reference such as/,
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
    /t\.yaml:1:11 {2}base_url\n +expected {2}an address without a credential.*\n +got {7}"http:\/\/…@h"\n.*ASSAY_TOKEN/,
  ],
  [
    'a token address with a password',
    't.yaml',
    `${ADDRESS}identities: { owner: { auth: { scheme: oauth2, tokenUrl: 'http://u:canary@h', clientId: a, clientSecret: '\${PATH}' } } }\n`,
    /identities\.owner\.auth\.tokenUrl\n +expected {2}an address without a credential/,
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
    /t\.yaml:2:13 {2}mailDomain\n +expected {2}a domain/,
  ],
  [
    'a number with a unit',
    't.yaml',
    `${ADDRESS}limits: { deadline: 10s }\n`,
    /t\.yaml:2:21 {2}limits\.deadline\n +expected {2}a number.*\n +got {7}"10s"/,
  ],
  [
    'nothing below identities',
    't.yaml',
    `${ADDRESS}identities:\nowner:\n  auth: { scheme: none }\n`,
    /identities\.owner; check the indentation/,
  ],
];

/** Well-formed target files with wrong content. */
export const INPUT_CONTENT: readonly Ending[] = CONTENT.map(refused);

const GATE = ['gate', '--line', 'gap', '--requirement', 'VERSION-01'];
const AT_NOTHING = [...GATE, '--base-url', '{dead}'];
/** The address has no listener. */
type TokenRow = readonly [what: string, value: string, prints: RegExp];

const tokens: readonly TokenRow[] = [
  [
    'a token with a line break',
    'canary\n',
    /identities\.owner\.auth\.token\n.*\n +got {7}ASSAY_TOKEN holds a line break/,
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

const withToken = ([what, ASSAY_TOKEN, prints]: TokenRow): Ending => ({
  what,
  args: AT_NOTHING,
  environment: { ASSAY_TOKEN },
  code: 2,
  prints,
  never: CANARY,
});

const auth = (what: string, text: string, prints: RegExp): Ending => ({
  what,
  args: ['gate', '--target', 't.yaml'],
  files: { 't.yaml': `base_url: http://127.0.0.1:9\nidentities: { other: { auth: ${text} } }\n` },
  environment: { MY_SECRET: 'canary\n' },
  code: 2,
  prints,
  never: CANARY,
});

const envFile = (what: string, text: string | Uint8Array, prints: RegExp): Ending => ({
  what,
  args: GATE,
  files: { '.env': text },
  code: 2,
  prints,
  never: CANARY,
});

/** Variables that would expose credentials: rejected before anything is sent. */
const UNTRUSTED: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
  [
    'a variable by which nothing is verified, elsewhere',
    { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    /NODE_TLS_REJECT_UNAUTHORIZED=0\n +expected .*\n +got +staging\.invalid\n +unset NODE_TLS_REJECT_UNAUTHORIZED: /,
  ],
  [
    'a flag by which the keys of connections are written',
    { NODE_OPTIONS: '--tls_keylog=/canary' },
    /--tls-keylog \(NODE_OPTIONS\)\n +expected .*\n +got +.* writes the TLS keys of every connection .*\n +remove --tls-keylog from NODE_OPTIONS/,
  ],
  [
    'a variable by which addresses are printed',
    { NODE_DEBUG: 'net,undici' },
    /NODE_DEBUG\n +expected .*\n +got +NODE_DEBUG, which prints the address of every request.*\n +unset NODE_DEBUG/,
  ],
];

/** Wrong variables in the environment or in .env. */
export const INPUT_ENVIRONMENT: readonly Ending[] = [
  ...tokens.map(withToken),
  auth(
    'an API key with a line break',
    "{ scheme: apiKey, name: X-Key, key: '${MY_SECRET}' }",
    /other\.auth\.key\n.*\n +got {7}MY_SECRET holds a line break/,
  ),
  auth(
    'a password with a line break',
    "{ scheme: basic, username: u, password: '${MY_SECRET}' }",
    /other\.auth\.password\n.*\n +got {7}MY_SECRET holds a line break/,
  ),
  auth(
    'a client secret with a line break',
    "{ scheme: oauth2, tokenUrl: 'http://h', clientId: u, clientSecret: '${MY_SECRET}' }",
    /other\.auth\.clientSecret\n.*\n +got {7}MY_SECRET holds a line break/,
  ),
  auth(
    'an invalid value with a line break',
    "{ scheme: bearer, token: '${PATH}', invalid: { value: '${MY_SECRET}' } }",
    /other\.auth\.invalid\.value\n.*\n +got {7}MY_SECRET holds a line break/,
  ),
  {
    what: 'an address with a password in the environment',
    args: GATE,
    environment: { ASSAY_BASE_URL: 'http://u:canary@h' },
    code: 2,
    prints:
      /ASSAY_BASE_URL of the environment {2}base_url\n +expected {2}an address without a credential/,
    never: CANARY,
  },
  envFile(
    'an address with a password in .env',
    'ASSAY_BASE_URL=http://u:canary@h\n',
    /ASSAY_BASE_URL in \/.*\/\.env {2}base_url\n +expected {2}an address without a credential/,
  ),
  {
    what: 'a dialect beside an address of .env',
    args: ['gate', '--dialect', 'plain'],
    files: { '.env': 'ASSAY_BASE_URL=http://127.0.0.1:9\n' },
    code: 2,
    prints:
      /--dialect is only for the reference service, but ASSAY_BASE_URL in \/.*\/\.env names another one; omit --dialect, or put ASSAY_BASE_URL= before/,
  },
  {
    what: 'a fault beside an address of the environment',
    args: ['gate', '--fault', 'gap-contract-created-with-200'],
    environment: { ASSAY_BASE_URL: 'http://127.0.0.1:9' },
    code: 2,
    prints:
      /--fault is only for the reference service, but ASSAY_BASE_URL of the environment names another one/,
  },
  {
    what: 'an address of .env that the caller takes away',
    args: [...GATE, '--dialect', 'plain'],
    files: {
      '.env': 'ASSAY_BASE_URL=http://127.0.0.1:9\nASSAY_GAP_BASE_URL=http://127.0.0.1:9\n',
    },
    environment: { ASSAY_BASE_URL: '' },
    code: 0,
    prints: /^conformant[^:]*: /m,
  },
  {
    what: 'a variable with a typo that was to name the target',
    args: GATE,
    environment: { ASSAY_BASEURL: 'http://127.0.0.1:9' },
    code: 2,
    prints:
      /you named no target, but ASSAY_BASEURL of the environment looks like.*did you mean ASSAY_BASE_URL\?/,
  },
  {
    what: 'an address of gap alone in the environment',
    args: GATE,
    environment: { ASSAY_GAP_BASE_URL: 'http://127.0.0.1:9' },
    code: 2,
    prints:
      /ASSAY_GAP_BASE_URL of the environment is the address of motor gap only, .*; add --base-url URL/,
  },
  ...UNTRUSTED.map(([what, environment, prints]) => ({
    what,
    args: [...GATE, '--base-url', 'https://staging.invalid'],
    environment,
    code: 2 as const,
    prints,
    never: CANARY,
  })),
  {
    what: 'code of others that is loaded into a gate, which goes on and says so',
    args: [...GATE, '--dialect', 'plain'],
    environment: { LD_PRELOAD: '/canary.so' },
    code: 0,
    prints:
      /^LD_PRELOAD loads native code .*; certify grants no certificate with it$[^]*^conformant[^:]*: /m,
    never: CANARY,
  },
  {
    what: 'variables in .env that only the environment may set, and a gate that goes on',
    args: GATE,
    files: { '.env': 'ASSAY_CACHE=./canary\nNODE_OPTIONS=--import ./canary.mjs\n' },
    code: 0,
    prints:
      /^ASSAY_CACHE in \/\S+\.env is ignored: .*\nNODE_OPTIONS in \/\S+\.env is ignored: [^]*^conformant[^:]*: /m,
    never: CANARY,
  },
  envFile(
    '.env with a line that says nothing',
    '# a\nASSAY_TOKEN canary\n',
    /\.env:2:1\n +expected {2}NAME=value/,
  ),
  envFile(
    '.env with an open quote',
    'ASSAY_TOKEN="canary\n',
    /\.env:1:1\n +expected {2}a closing "/,
  ),
  envFile(
    '.env with a hash in a value',
    'ASSAY_TOKEN=canary#1\n',
    /\.env:1:1\n +expected {2}quotes around a value that contains #/,
  ),
  envFile(
    '.env in UTF-16',
    Buffer.from('\ufeffASSAY_TOKEN=canary\n', 'utf16le'),
    /\.env\n +expected {2}a text in UTF-8/,
  ),
];
