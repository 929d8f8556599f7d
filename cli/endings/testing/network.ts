import { readFileSync } from 'node:fs';
import { AUTHORITY_FILES } from '../../../client/testing/test-certificates.ts';
import type { Ending } from './ending.ts';

const PEM = readFileSync(AUTHORITY_FILES.ca, 'utf8');
const ENDED = readFileSync(AUTHORITY_FILES.ended, 'utf8');

/** One requirement on one line. */
const NARROW = ['--line', 'jobloss', '--requirement', 'VERSION-01'] as const;
const GATE = ['gate', ...NARROW, '--target', '{target}'] as const;

/** A target file with these lines, which has to lead to exit 2. */
const refusedTarget = (
  what: string,
  lines: string,
  says: RegExp,
  more: Partial<Ending> = {},
): Ending => ({
  what,
  args: ['gate', '--target', 't.yaml'],
  code: 2,
  says,
  ...more,
  files: { 't.yaml': `base_url: https://service.test\n${lines}\n`, ...more.files },
});

const refusedVariable = (
  what: string,
  environment: Record<string, string>,
  says: RegExp,
): Ending => ({
  what,
  args: ['gate', '--base-url', 'https://service.test'],
  environment,
  code: 2,
  says,
});

const PROXIES: readonly Ending[] = [
  {
    what: 'a service behind the proxy of HTTP_PROXY',
    args: GATE,
    server: 'behind a proxy',
    code: 0,
    says: /^through the proxy http:\/\/127\.0\.0\.1:\d+ \(HTTP_PROXY\)$[^]*^conformant[^:]*: /m,
  },
  {
    what: 'a service behind a proxy with a password',
    args: GATE,
    server: 'behind a proxy with a password',
    code: 0,
    says: /^through the proxy http:\/\/127\.0\.0\.1:\d+ \(HTTP_PROXY\)$[^]*^conformant[^:]*: /m,
    never: /sesame|bWU6/,
  },
  {
    what: 'a proxy that wants another password',
    args: GATE,
    server: 'behind a proxy with another password',
    code: 2,
    says: /the proxy http:\/\/127\.0\.0\.1:\d+ \(HTTP_PROXY\) asks for another user or password \(407\)[^]*check .* the user and password/,
    never: /sesame|bWU6/,
  },
  {
    what: 'a proxy that makes no tunnel',
    args: ['gate', ...NARROW, '--base-url', 'https://service.test'],
    server: 'behind a proxy that makes no tunnel',
    code: 2,
    says: /the proxy .* \(HTTPS_PROXY\) answered 403 to CONNECT/,
  },
  {
    what: 'a proxy that is not there',
    args: ['gate', '--base-url', 'https://service.test'],
    environment: { https_proxy: 'http://127.0.0.1:9' },
    code: 2,
    says: /the proxy http:\/\/127\.0\.0\.1:\d+ \(https_proxy\): .*ECONNREFUSED/,
  },
  {
    what: 'this machine with a proxy that is not there in the environment',
    args: GATE,
    server: 'plain',
    environment: {
      HTTP_PROXY: 'http://127.0.0.1:9',
      HTTPS_PROXY: 'http://127.0.0.1:9',
      ALL_PROXY: 'http://127.0.0.1:9',
    },
    code: 0,
    says: /^conformant[^:]*: /m,
    never: /through the proxy/,
  },
  {
    what: 'the embedded service with a proxy in the environment',
    args: ['gate', ...NARROW],
    environment: { http_proxy: 'http://127.0.0.1:9' },
    code: 0,
    says: /^conformant[^:]*: /m,
    never: /through the proxy/,
  },
  {
    what: 'a host that NO_PROXY excepts and nobody knows',
    args: ['gate', '--base-url', 'http://service.test'],
    server: 'behind a proxy',
    environment: { NO_PROXY: '.test' },
    code: 2,
    says: /http:\/\/service\.test: its host name is not known/,
    never: /through the proxy/,
  },
  refusedTarget(
    'a proxy that is none',
    'proxy: gopher://proxy:70',
    /t\.yaml:2:8 {2}proxy\n {4}wanted {2}a proxy, such as/,
  ),
  refusedTarget(
    'a proxy with a path',
    'proxy: http://proxy:70/pac',
    /got {5}http:\/\/proxy:70\/pac/,
  ),
  refusedTarget(
    'the password of a proxy in the target',
    'proxy: http://me:open-sesame@proxy:70',
    /a literal password \(not shown\)[^]*\$\{PROXY_PASSWORD\}/,
    { never: /sesame/ },
  ),
  refusedTarget(
    'a proxy with a reference to nothing',
    'proxy: http://me:${PROXY_PASSWORD}@proxy:70',
    /PROXY_PASSWORD is not set/,
  ),
  refusedVariable(
    'a variable that names no proxy',
    { HTTPS_PROXY: 'gopher://me:open-sesame@proxy:70' },
    /\n {2}HTTPS_PROXY\n {4}wanted {2}a proxy[^]*got {5}gopher:\/\/…@proxy:70/,
  ),
  refusedVariable(
    'a variable with a password that is too short to be kept secret',
    { ALL_PROXY: 'http://me:abc@proxy:70' },
    /\n {2}ALL_PROXY\n[^]*a password needs at least 4 characters/,
  ),
];

const AUTHORITIES: readonly Ending[] = [
  {
    what: 'a service whose authority the target names',
    args: GATE.map((word) => (word === '{target}' ? 't.json' : word)),
    server: 'with a certificate of its own authority',
    environment: { NODE_EXTRA_CA_CERTS: 'ca.pem' },
    files: { 'ca.pem': PEM, 't.json': '{"base_url": "{base}", "ca": "ca.pem"}' },
    code: 0,
    says: /^trusts ca\.pem, 1 certificate \(target\.ca\)$[^]*^conformant[^:]*: /m,
  },
  {
    what: 'a service whose authority SSL_CERT_FILE names',
    args: GATE,
    server: 'with a certificate of its own authority',
    environment: { SSL_CERT_FILE: 'ca.pem' },
    files: { 'ca.pem': PEM },
    code: 0,
    says: /^trusts ca\.pem, 1 certificate \(SSL_CERT_FILE\)$[^]*^conformant[^:]*: /m,
  },
  {
    what: 'a service whose authority .env names',
    args: GATE,
    server: 'with a certificate of its own authority',
    files: { 'ca.pem': PEM, '.env': 'NODE_EXTRA_CA_CERTS=ca.pem\n' },
    code: 0,
    says: /^trusts ca\.pem, 1 certificate \(NODE_EXTRA_CA_CERTS\)$[^]*^conformant[^:]*: /m,
  },
  {
    what: 'a service whose authority nobody names',
    args: GATE,
    server: 'with a certificate of its own authority',
    code: 2,
    says: /https:\/\/localhost:\d+: no TLS connection can be made[^]*ca: ca\.pem in the target/,
  },
  refusedTarget(
    'an authority that is not there',
    'ca: ca.pem',
    /ca\.pem, which does not exist[^]*it was looked for at /,
  ),
  refusedTarget('an authority that is a folder', 'ca: .', /ca\n[^]*got {5}\., EISDIR/),
  refusedTarget(
    'an authority that has ended',
    'ca: ca.pem',
    /ca\.pem, which expired on 2001-12-31/,
    {
      files: { 'ca.pem': ENDED },
    },
  ),
  refusedTarget(
    'an authority that is no PEM',
    'ca: ca.pem',
    /in which there is no PEM at all[^]*openssl x509 -inform der/,
    {
      files: { 'ca.pem': 'MIIB' },
    },
  ),
  refusedTarget('an authority that is a key', 'ca: ca.pem', /only PRIVATE KEY/, {
    files: { 'ca.pem': '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n' },
  }),
  refusedTarget('an authority that is damaged', 'ca: ca.pem', /certificate number 1 is damaged/, {
    files: { 'ca.pem': PEM.replace(/M/, 'N').replace(/\n[^-\n]+\n-----END/, '\n-----END') },
  }),
  refusedVariable(
    'a variable with an authority that is not there',
    { SSL_CERT_FILE: 'nowhere.pem' },
    /\n {2}SSL_CERT_FILE\n[^]*nowhere\.pem, which does not exist/,
  ),
];

/** Proxies and certificate authorities, used and wrong. */
export const NETWORK: readonly Ending[] = [...PROXIES, ...AUTHORITIES];
