import type { Ending } from './ending.ts';
import type { StandInName } from './stand-ins.ts';

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

/** Told before anything is judged, at the address of a stand-in. */
const refused = (
  server: StandInName,
  says: RegExp,
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
  says,
  // Neither the credential nor what a terminal obeys nor a verdict.
  never: new RegExp(String.raw`${TOKEN}|\u001b|conformant`),
});

const described = { described: true };

/** Something else than the service at its address, and identities that are not who they should be. */
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
  refused('a redirect to itself', /redirected for ever .* 307, Location: [^]*what stands in front/),
  refused('a redirect to and fro', /redirected for ever/),
  refused('a redirect to https', /redirected to the same path[^]*set base_url to https:\/\/127\./),
  refused('a redirect to another prefix', /set base_url to https:\/\/quoting\.example\/api$/m),
  refused(
    'answers 404',
    /not one operation that was tried is found .*answered 404 without a body[^]*check the path prefix in base_url \(it has none\)/,
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
    /the owner may do nothing: .*answered 403[^]*give identities\.owner one that may create drafts \(now \$\{ASSAY_TOKEN\}\)/,
  ),
  refused('nobody is let in', /401 from every operation[^]*\$\{ASSAY_TOKEN\} is still valid/),
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
    /the port wants TLS .*The plain HTTP request[^]*set base_url to https:/,
  ),
  refused('TLS that is asked for in plain text', /the port wants TLS[^]*set base_url to https:/),
  refused('a proxy before nothing', /a proxy answers .*502 text\/html[^]*is running/),
  refused('a proxy that waited', /a proxy answers .*504 text\/plain "upstream request timeout"/),
  refused('a proxy that wants to know who asks', /a proxy answers .*answered 407/),
  refused(
    'a prefix too long',
    /base_url \S+\/v2: not one operation[^]*POST \/BE\/lifestyle\/travel\/drafts is served at http:\S+:\d+; set base_url to that/,
    described,
  ),
  refused('no prefix', /not one operation that was tried is found/, described),
  refused(
    'base and gap exchanged',
    /base_url and gap_base_url look swapped: POST \S+ is served at http\S+; exchange the two/,
    described,
  ),
  refused(
    'a gap address that is none',
    /gap_base_url \S+\/motor: not one operation[^]*is served at \S+; set gap_base_url to that/,
    { ...described, line: 'travel,gap' },
  ),
  {
    what: 'a gap address that is none, and no line that uses it',
    args: [...gate, '--target', '{target}'],
    server: 'a gap address that is none',
    code: 0,
    says: /^conformant[^:]*: /m,
  },
  refused('an owner without rights', /the owner may do nothing[^]*ASSAY_NO_RIGHTS/, described),
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
    /identities\.withoutRights may do whatever was tried: travel\.draft-create, travel\.draft-get/,
    described,
  ),
  {
    what: 'a service that forgets once to look at rights is judged',
    args: ['gate', '--line', 'travel', '--requirement', 'AUTH-03', '--target', '{target}'],
    server: 'rights that are not looked at once',
    code: 1,
    says: /✗ AUTH-03/,
  },
  {
    what: 'a service without the only creation of its address is judged',
    args: ['gate', '--line', 'gap', '--requirement', 'PATH-01', '--target', '{target}'],
    server: 'gap drafts under another path',
    code: 1,
    says: /✗ PATH-01/,
  },
  {
    what: 'a service that refuses everything is judged',
    args: [...gate, '--base-url', '{base}'],
    server: '400 to everything',
    environment: { ASSAY_TOKEN: TOKEN },
    code: 3,
    says: /^incomplete: /m,
  },
  {
    what: 'a service with pages for what it does not know is judged',
    args: [...gate, '--base-url', '{base}'],
    server: 'pages for unknown drafts',
    environment: { ASSAY_TOKEN: TOKEN },
    code: 3,
    says: /^incomplete: /m,
  },
];
