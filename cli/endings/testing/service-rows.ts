import type { Ending } from './ending.ts';
import type { StandInName, WRONGLY_DESCRIBED } from './stand-ins.ts';
import { readFileSync } from 'node:fs';
import { AUTHORITY_FILES } from '../../../client/testing/test-certificates.ts';
import type { ExitCode } from '../../../oracles/exit-code.ts';
import type { Line } from '../../../spec/line.ts';

/** One requirement on one line. */
const NARROW = ['--line', 'jobloss', '--requirement', 'VERSION-01'] as const;

/** A target with short timeouts, so that a row ends soon. */
const HASTY =
  'base_url: {base}\nidentities: { owner: { auth: { scheme: bearer, token: "${ASSAY_TOKEN}" } } }\nlimits: { deadline: 2500, retryBudget: 4000 }\n';

const LINE = ['gate', '--line', 'jobloss', '--target', 't.yaml'] as const;
const ONE = ['gate', ...NARROW, '--target', 't.yaml'] as const;

const hasty = (
  what: string,
  server: NonNullable<Ending['server']>,
  more: Partial<Ending> = {},
): Ending => ({
  what,
  args: ONE,
  files: { 't.yaml': HASTY },
  server,
  code: 3,
  prints: /^incomplete: /m,
  ...more,
});

const BUSY: readonly Ending[] = [
  hasty('a service that is busy for longer than it may', 'busy with Retry-After 3600', {
    args: LINE,
    prints: /^incomplete: .*stopped: no answer other than 503 for \d+ s/m,
    never: /asks to wait/,
  }),
  hasty('a service that is busy until tomorrow', 'busy for a day as a date'),
  hasty('a service that asks to wait', 'busy with Retry-After 3', {
    args: [...ONE, '--max-time', '4'],
    prints:
      /^(?=[^]*^incomplete: )[^]*^the service asks to wait \(503, Retry-After 3 s\): waiting until \d\d:\d\d:\d\d$/m,
  }),
  hasty('a service that asks to wait until the time is over', 'busy with Retry-After 1', {
    args: [...ONE, '--max-time', '1'],
    prints: /^incomplete: .*stopped after 1 s \(--max-time\)/m,
  }),
  hasty('a service that is busy without a word', 'busy without a word', {
    never: /asks to wait/,
  }),
  hasty('a service for which it is always too early', 'early for ever', {
    args: [...ONE, '--max-time', '2'],
  }),
  {
    what: 'a service that is busy now and then',
    args: ['gate', ...NARROW, '--target', '{target}'],
    server: 'busy now and then',
    code: 0,
    prints: /^conformant[^:]*: /m,
    never: /asks to wait/,
  },
];

const SILENT: readonly Ending[] = [
  hasty('a service that falls silent', 'silent after 40 requests', {
    args: LINE,
    prints: /^incomplete: .*stopped: no answer for \d+ s/m,
  }),
  hasty('a service that goes', 'gone after 10 requests'),
  hasty('a service that begins to drip', 'dripping after 10 requests', {
    args: [...ONE, '--max-time', '2'],
  }),
  ...(
    [
      ['accepts and never answers', /it does not answer in time/],
      ['headers without end', /it does not answer in time/],
      ['a body of one byte at a time', /it does not answer in time/],
      ['a body without end', /does not answer in time|its answers do not end/],
      ['interim answers without end', /it does not answer in time/],
    ] as const
  ).map(([server, prints]): Ending => ({
    what: `from the beginning: ${server}`,
    args: ONE,
    files: { 't.yaml': 'base_url: {base}\nlimits: { deadline: 500 }\n' },
    server,
    code: 2,
    prints,
  })),
  {
    what: 'from the beginning: a header of a megabyte',
    args: ONE,
    files: { 't.yaml': 'base_url: {base}\n' },
    server: 'a header of a megabyte',
    code: 3,
    prints: /the client library refused the answer: its headers are longer than 16,384 bytes/,
  },
];

/** Services that keep a run waiting, for a while or forever. */
export const WAITING: readonly Ending[] = [...BUSY, ...SILENT];

const TOKEN = 'any-credential-will-do';
const gate = [
  'gate',
  '--line',
  'travel',
  '--requirement',
  'VERSION-01',
  '--operation',
  'travel.draft-create',
];

/** An error at a stand-in's address that is reported before anything is judged. */
const refused = (
  server: StandInName,
  prints: RegExp,
  { with: flags = [] as readonly string[], line = 'travel', described = false } = {},
): Ending => ({
  what: server,
  args: [
    'gate',
    '--line',
    line,
    ...(described ? ['--target', '{target}'] : ['--base-url', '{base}']),
    ...flags,
  ],
  server,
  ...(described ? {} : { environment: { ASSAY_TOKEN: TOKEN } }),
  code: 2,
  prints,
  // No credential, no control character and no verdict.
  never: new RegExp(String.raw`${TOKEN}|\u001b|conformant`),
});

const described = { described: true };

/** Addresses of something else than the service, and wrong identities. */
export const ADDRESS: readonly Ending[] = [
  refused(
    'a web site',
    /base_url http\S+: every operation that was tried answers with a web page .*POST \S+drafts answered 200 text\/html "<!doctype html> <html><h1>Welcome[^]*set base_url to the address of the service itself/,
  ),
  refused('a web application', /answers with a web page/),
  refused(
    'a page that repeats what it was sent',
    /answers with a web page .*You sent Bearer \$ASSAY_TOKEN/,
  ),
  refused('a login page here', /redirected to something else .* 302, Location: \/login\?next=1/),
  refused('a login page elsewhere', /302, Location: https:\/\/login\.example\/authorize/),
  refused(
    'a redirect to itself',
    /redirected endlessly .* 307, Location: [^]*what stands in front/,
  ),
  refused('a redirect to and fro', /redirected endlessly/),
  refused('a redirect to https', /redirected to the same path[^]*set base_url to https:\/\/127\./),
  refused('a redirect to another prefix', /set base_url to https:\/\/quoting\.example\/api$/m),
  refused(
    'answers 404',
    /none of the operations that were tried is found .*answered 404 without a body[^]*check the path prefix in base_url \(it has none\)/,
  ),
  refused('an nginx without the path', /is found .*answered 404 text\/html "<!doctype/),
  refused(
    'a gateway without the route',
    /404 application\/json "\{"message":"no Route matched"\}"/,
  ),
  refused('a server of files', /is found .*answered 501 text\/html/),
  refused('a bucket of files', /forbidden .*GET \S+ answered 403 application\/xml "<Error>/),
  refused('no method is allowed', /is found .*answered 405 application\/json/),
  refused(
    'a firewall',
    /every operation that was tried is forbidden .*Request blocked[^]*firewall/,
  ),
  refused(
    'a known caller without rights',
    /the owner is refused everywhere: by .*answered 403[^]*give identities\.owner one that may create drafts \(now \$\{ASSAY_TOKEN\}\)/,
  ),
  refused(
    'no credential is accepted',
    /401 from every operation[^]*\$\{ASSAY_TOKEN\} is still valid/,
  ),
  refused('another API', /something else answers there: .*answered 200 .*"jsonrpc":"2\.0"/),
  refused('a health check', /something else answers there: .*answered 200 text\/plain "OK"/),
  refused(
    'a WebSocket server',
    /something else answers there: .*426 text\/plain "Upgrade Required"/,
  ),
  refused('an SSH server', /does not speak HTTP \(.*[^]*check the port/),
  refused('a mail server', /does not speak HTTP/),
  refused('a port of bytes', /does not speak HTTP/),
  refused('a port that says nothing', /does not answer in time/, described),
  refused('TLS on a plain port', /no TLS connection .*speaks plain HTTP[^]*set base_url to http:/),
  refused('plain HTTP on a TLS port', /the port speaks TLS[^]*set base_url to https:/),
  refused(
    'plain HTTP on a TLS port that says so',
    /the port expects TLS, .*The plain HTTP request[^]*set base_url to https:/,
  ),
  refused('TLS that is asked for in plain text', /the port expects TLS[^]*set base_url to https:/),
  refused('a proxy before nothing', /a proxy answers .*502 text\/html[^]*is running/),
  refused('a proxy that waited', /a proxy answers .*504 text\/plain "upstream request timeout"/),
  refused('a proxy that wants to know who asks', /a proxy answers .*answered 407/),
  refused(
    'a prefix too long',
    /base_url \S+\/v2: none of the operations[^]*POST \/BE\/lifestyle\/travel\/drafts is served at http:\S+:\d+; set base_url to that/,
    described,
  ),
  refused('no prefix', /none of the operations that were tried is found/, described),
  refused(
    'base and gap exchanged',
    /base_url and gap_base_url look swapped: POST \S+ is served at http\S+; swap the two/,
    described,
  ),
  refused(
    'a gap address that is none',
    /gap_base_url \S+\/motor: none of the operations[^]*is served at \S+; set gap_base_url to that/,
    { ...described, line: 'travel,gap' },
  ),
  {
    what: 'a gap address that is none, and no line that uses it',
    args: [...gate, '--target', '{target}'],
    server: 'a gap address that is none',
    code: 0,
    prints: /^conformant[^:]*: /m,
  },
  refused(
    'an owner without rights',
    /the owner is refused everywhere[^]*ASSAY_NO_RIGHTS/,
    described,
  ),
  refused(
    'an other that is the owner',
    /identities\.owner\.auth \(\$\{ASSAY_TOKEN\}\) and identities\.other\.auth \(\$\{ASSAY_TOKEN\}\) are the same credential[^]*give identities\.other/,
    described,
  ),
  refused(
    'a caller without rights that is another customer',
    /identities\.other\.auth .* and identities\.withoutRights\.auth .* are the same credential/,
    described,
  ),
  refused(
    'a caller without rights who has them',
    /identities\.withoutRights was allowed everything that was tried: travel\.draft-create, travel\.draft-get/,
    described,
  ),
  {
    what: 'a service that forgets once to look at rights is judged',
    args: ['gate', '--line', 'travel', '--requirement', 'AUTH-03', '--target', '{target}'],
    server: 'rights that are not looked at once',
    code: 1,
    prints: /✗ AUTH-03/,
  },
  {
    what: 'a service without the only creation of its address is judged',
    args: ['gate', '--line', 'gap', '--requirement', 'PATH-01', '--target', '{target}'],
    server: 'gap drafts under another path',
    code: 1,
    prints: /✗ PATH-01/,
  },
  {
    what: 'a service that refuses everything is judged',
    args: [...gate, '--base-url', '{base}'],
    server: '400 to everything',
    environment: { ASSAY_TOKEN: TOKEN },
    code: 3,
    prints: /^incomplete: /m,
  },
  {
    what: 'a service with pages for what it does not know is judged',
    args: [...gate, '--base-url', '{base}'],
    server: 'pages for unknown drafts',
    environment: { ASSAY_TOKEN: TOKEN },
    code: 3,
    prints: /^incomplete: /m,
  },
];

const PEM = readFileSync(AUTHORITY_FILES.ca, 'utf8');
const ENDED = readFileSync(AUTHORITY_FILES.ended, 'utf8');

const GATE = ['gate', ...NARROW, '--target', '{target}'] as const;

/** A target file with these lines; exits with 2. */
const refusedTarget = (
  what: string,
  lines: string,
  prints: RegExp,
  more: Partial<Ending> = {},
): Ending => ({
  what,
  args: ['gate', '--target', 't.yaml'],
  code: 2,
  prints,
  ...more,
  files: { 't.yaml': `base_url: https://service.test\n${lines}\n`, ...more.files },
});

const refusedVariable = (
  what: string,
  environment: Record<string, string>,
  prints: RegExp,
): Ending => ({
  what,
  args: ['gate', '--base-url', 'https://service.test'],
  environment,
  code: 2,
  prints,
});

const PROXIES: readonly Ending[] = [
  {
    what: 'a service behind the proxy of HTTP_PROXY',
    args: GATE,
    server: 'behind a proxy',
    code: 0,
    prints: /^through the proxy http:\/\/127\.0\.0\.1:\d+ \(HTTP_PROXY\)$[^]*^conformant[^:]*: /m,
  },
  {
    what: 'a service behind a proxy with a password',
    args: GATE,
    server: 'behind a proxy with a password',
    code: 0,
    prints: /^through the proxy http:\/\/127\.0\.0\.1:\d+ \(HTTP_PROXY\)$[^]*^conformant[^:]*: /m,
    never: /sesame|bWU6/,
  },
  {
    what: 'a proxy that wants another password',
    args: GATE,
    server: 'behind a proxy with another password',
    code: 2,
    prints:
      /the proxy http:\/\/127\.0\.0\.1:\d+ \(HTTP_PROXY\) requires another user or password \(407\)[^]*check the address, user and password of the proxy/,
    never: /sesame|bWU6/,
  },
  {
    what: 'a proxy that makes no tunnel',
    args: ['gate', ...NARROW, '--base-url', 'https://service.test'],
    server: 'behind a proxy that makes no tunnel',
    code: 2,
    prints: /the proxy .* \(HTTPS_PROXY\) answered 403 to CONNECT/,
  },
  {
    what: 'a proxy that is not there',
    args: ['gate', '--base-url', 'https://service.test'],
    environment: { https_proxy: 'http://127.0.0.1:9' },
    code: 2,
    prints: /the proxy http:\/\/127\.0\.0\.1:\d+ \(https_proxy\): .*ECONNREFUSED/,
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
    prints: /^conformant[^:]*: /m,
    never: /through the proxy/,
  },
  {
    what: 'the embedded service with a proxy in the environment',
    args: ['gate', ...NARROW],
    environment: { http_proxy: 'http://127.0.0.1:9' },
    code: 0,
    prints: /^conformant[^:]*: /m,
    never: /through the proxy/,
  },
  {
    what: 'a host that NO_PROXY excepts and nobody knows',
    args: ['gate', '--base-url', 'http://service.test'],
    server: 'behind a proxy',
    environment: { NO_PROXY: '.test' },
    code: 2,
    prints: /http:\/\/service\.test: its host name cannot be resolved/,
    never: /through the proxy/,
  },
  refusedTarget(
    'a proxy that is none',
    'proxy: gopher://proxy:70',
    /t\.yaml:2:8 {2}proxy\n {4}expected {2}a proxy, such as/,
  ),
  refusedTarget(
    'a proxy with a path',
    'proxy: http://proxy:70/pac',
    /got {7}http:\/\/proxy:70\/pac/,
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
    /\n {2}HTTPS_PROXY\n {4}expected {2}a proxy[^]*got {7}gopher:\/\/…@proxy:70/,
  ),
  refusedVariable(
    'a variable with a password that is too short to be kept secret',
    { ALL_PROXY: 'http://me:abc@proxy:70' },
    /\n {2}ALL_PROXY\n[^]*use a password of at least 4 characters/,
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
    prints: /^trusts ca\.pem, 1 certificate \(target\.ca\)$[^]*^conformant[^:]*: /m,
  },
  {
    what: 'a service whose authority SSL_CERT_FILE names',
    args: GATE,
    server: 'with a certificate of its own authority',
    environment: { SSL_CERT_FILE: 'ca.pem' },
    files: { 'ca.pem': PEM },
    code: 0,
    prints: /^trusts ca\.pem, 1 certificate \(SSL_CERT_FILE\)$[^]*^conformant[^:]*: /m,
  },
  {
    what: 'a service whose authority .env names',
    args: GATE,
    server: 'with a certificate of its own authority',
    files: { 'ca.pem': PEM, '.env': 'NODE_EXTRA_CA_CERTS=ca.pem\n' },
    code: 0,
    prints: /^trusts ca\.pem, 1 certificate \(NODE_EXTRA_CA_CERTS\)$[^]*^conformant[^:]*: /m,
  },
  {
    what: 'a service whose authority nobody names',
    args: GATE,
    server: 'with a certificate of its own authority',
    code: 2,
    prints:
      /https:\/\/localhost:\d+: no TLS connection can be established[^]*ca: ca\.pem in the target/,
  },
  refusedTarget(
    'an authority that is not there',
    'ca: ca.pem',
    /ca\.pem, which does not exist[^]*Assay looked for it at /,
  ),
  refusedTarget('an authority that is a folder', 'ca: .', /ca\n[^]*got {7}\., EISDIR/),
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
    /which contains no PEM at all[^]*openssl x509 -inform der/,
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

/** Proxies and certificate authorities, valid and invalid. */
export const NETWORK: readonly Ending[] = [...PROXIES, ...AUTHORITIES];

/** A judged service, and the end of the run's output. */
export type Row = readonly [
  what: string,
  server: keyof typeof WRONGLY_DESCRIBED,
  line: Line,
  requirement: string,
  code: ExitCode,
  prints: RegExp,
];

const ONE_RUN = ['--target', '{target}', '--runs', '1', '--seed', '1'];
/** Internal codes that must not be printed. */
const INTERNAL_CODES = /blocked-by|twin-refused|not-found-by-target|unstated-rule/;

/** Judges a row with the narrowest selection that shows it. */
const judging = ([what, server, line, requirement, code, prints]: Row): Ending => ({
  what,
  args: ['gate', '--line', line, '--requirement', requirement, ...ONE_RUN],
  server,
  code,
  // Paragraphs wrap at the width of the terminal.
  prints: new RegExp(prints.source.replaceAll(' ', String.raw`\s+`)),
  never: INTERNAL_CODES,
});

/** Ids, tokens and amounts in places that the target does not name. */
const NOT_FOUND: readonly Row[] = [
  [
    'draft ids at a place that the target does not name',
    'ids not described',
    'jobloss',
    'PATH-01',
    3,
    /Jobloss Draft Create answers 200, but the id of the draft is not at the place[^]*Set ids\.jobloss\.draft to its place; \/data\/reference is a candidate[^]*no \/draftId, no \/id, no header Location; the answer has \/data\/reference/,
  ],
  [
    'draft ids of another line at a place that the target does not name',
    'ids not described',
    'landlord',
    'LEGAL-01',
    3,
    /ids\.landlord\.draft[^]*\/data\/reference is a candidate/,
  ],
  [
    'ids in a header that the target does not name',
    'ids in a header, not described',
    'travel',
    'PATH-01',
    3,
    /ids\.travel\.draft[^]*header:x-resource-id is a candidate/,
  ],
  [
    'car ids at a place that the target does not name',
    'car id not described',
    'travel',
    'PATH-01',
    3,
    /Travel Post Car answers 200[^]*ids\.travel\.car[^]*\/data\/vehicle is a candidate/,
  ],
  [
    'person ids at a place that the target does not name',
    'person id not described',
    'travel',
    'PATH-01',
    3,
    /ids\.travel\.person to its place; \/data\/traveller/,
  ],
  [
    'key ids at a place that the target does not name',
    'key id not described',
    'travel',
    'PATH-01',
    3,
    /the id of the metadata key is not at the place[^]*ids\.travel\.metadata[^]*the answer has [^]*\/data\/entry/,
  ],
  [
    'contract ids at a place that the target does not name',
    'contract id not described',
    'jobloss',
    'PATH-01',
    3,
    /ids\.jobloss\.contract[^]*\/policy\/number is a candidate/,
  ],
  [
    'contract ids that the Location header would have shown',
    'contract id of gap not described',
    'gap',
    'PATH-01',
    3,
    /Motor gap Contract Create answers 303[^]*ids\.gap\.contract[^]*location is a candidate/,
  ],
  [
    'a terms token at a place that the target does not name',
    'terms token not described',
    'gap',
    'PATH-01',
    3,
    /the user terms token is not at the place[^]*Set termsToken to its place; \/terms\/token is a candidate/,
  ],
  [
    'a price at a place that the target does not name',
    'price not described',
    'gap',
    'PATH-01',
    3,
    /the amount is not at the place[^]*gapPrice[^]*none of these; the answer has \/quote\/premium/,
  ],
];

/** Calls that are refused because of wrong or missing facts in the target. */
const REFUSED: readonly Row[] = [
  [
    'a contract body that is not shown and that the target does not give',
    'contract body not described',
    'jobloss',
    'PATH-01',
    3,
    /Jobloss Contract Create answered 4\d\d to every body[^]*The specification shows no body for it: set bodies\.jobloss\.contract-create[^]*is not set, so \{\} was sent/,
  ],
  [
    'a contract body of the target that is refused',
    'wrong contract body',
    'travel',
    'PATH-01',
    3,
    /check that bodies\.travel\.contract-create is the body that this service expects/,
  ],
  [
    'a person body that is not shown and that the target does not give',
    'person body not described',
    'travel',
    'PATH-01',
    3,
    /Travel Post Person answered 4\d\d to every body[^]*set bodies\.travel\.person-post/,
  ],
  [
    'a payment term that the service does not know',
    'wrong payment term',
    'gap',
    'PATH-01',
    3,
    /Motor gap Contract Create answered 422[^]*The answer mentions the value of paymentTerms[^]*paymentTerms is YEARLY/,
  ],
  [
    'a vehicle code that the service does not know',
    'wrong vehicle code',
    'gap',
    'PATH-01',
    3,
    /Motor gap PriceRequest Create answered 402[^]*The answer mentions the value of vehicleCodes[^]*vehicleCodes is 99999/,
  ],
  [
    'an e-mail domain that the service does not take',
    'mail domain unknown',
    'travel',
    'PATH-01,LEGAL-01',
    3,
    /mailDomain/,
  ],
  [
    'a line whose every legal draft is refused',
    'refuses every draft',
    'travel',
    'PATH-01,LEGAL-01',
    3,
    /Travel Draft Create answered 422 to every legal draft[^]*Keys of the target that could be the cause: mailDomain[^]*closed for today/,
  ],
  [
    'a deletion whose body does not get through',
    'refuses a body on DELETE',
    'travel',
    'PATH-01',
    3,
    /Travel Delete \w+ answered 400[^]*set decisions\.deleteCarriesBody: false/,
  ],
  [
    'a download that comes later than the target says anything of',
    'download not described',
    'jobloss',
    'PATH-01',
    3,
    /Download a contract answered 404[^]*set decisions\.downloadReady: false[^]*decisions\.downloadReady is not set/,
  ],
  [
    'a contract whose Location leads to a foreign address',
    'sends the caller elsewhere',
    'gap',
    'GAP-CONTRACT-03',
    3,
    /redirects to https:\/\/elsewhere\.example[^]*not an address of the target/,
  ],
];

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
    /note features\.landlordLeads says false; the service accepted \d+ landlord leads?/,
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
    /decisions\.othersMayRead was renamed: write othersMay: nothing[^]*note decisions\.othersMay says nothing[^]*set it to read/,
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
    /The service stopped answering at \d\d:\d\d:\d\d UTC, after \d+ requests[^]*the connection was closed[^]*\nincomplete: /,
  ],
  [
    'a service that breaks on every draft',
    'breaks on every draft',
    'travel',
    'PATH-01,LEGAL-01',
    3,
    /Travel Draft Create answered 500 to every legal draft[^]*The log of the service should show the cause/,
  ],
  [
    'a deadline that is too short',
    'is too slow for its deadline',
    'travel',
    'PATH-01',
    3,
    /had no answer within 1,?500 ms[^]*raise limits\.deadline/,
  ],
  [
    'a service that is asked faster than it likes',
    'asks to wait',
    'travel',
    'PATH-01',
    3,
    /asked the harness to wait \(status 429\)[^]*Set limits\.requestsPerSecond/,
  ],
];

/** Wrong targets and broken services: the last lines of the run's output. */
export const MESSAGES: readonly Ending[] = [
  ...[...NOT_FOUND, ...REFUSED, ...STALE, ...CONTRADICTED, ...BROKEN].map(judging),
  {
    what: 'odd requests to a service that has died',
    args: ['gate', '--target', '{target}', '--line', 'landlord', '--runs', '1', '--max-time', '8'],
    server: 'dies before the odd requests',
    code: 3,
    prints: /stopped answering at/,
    never: /no server error/,
  },
];
