import {
  withFrontEnd,
  after,
  behindProxy,
  REST,
  dripping,
  nowAndThen,
  busy,
  drip,
  SILENCE,
  PASSWORD,
  HTML,
  JSON_TYPE,
  page,
  respondingWith,
  redirecting,
  port,
  tlsPort,
  described,
  identities,
  isAnonymous,
  type StandIn,
} from './stand-in-parts.ts';

/** Addresses of something else than the service, and wrong targets. */
export const ADDRESS_STAND_INS = {
  'a web site': respondingWith(() => [200, HTML, page('Welcome')]),
  'a web application': respondingWith(({ method }) =>
    method === 'GET' ? [200, HTML, page('App')] : [405, HTML, page('405 Not Allowed')],
  ),
  'a page that repeats what it was sent': respondingWith(({ headers }) => [
    200,
    HTML,
    page(`You sent ${headers.authorization} \u001b[31m`),
  ]),
  'a login page here': respondingWith(({ url }) =>
    url.startsWith('/login')
      ? [200, HTML, page('Sign in')]
      : [302, undefined, '', { location: '/login?next=1' }],
  ),
  'a login page elsewhere': redirecting(() => 'https://login.example/authorize?client=quoting'),
  'a redirect to itself': redirecting(({ url }) => url, 307),
  'a redirect to and fro': redirecting(
    ({ url }) => (url.endsWith('/') ? url.slice(0, -1) : `${url}/`),
    301,
  ),
  'a redirect to https': redirecting(({ url, headers }) => `https://${headers.host}${url}`, 301),
  'a redirect to another prefix': redirecting(
    ({ url }) => `https://quoting.example/api${url}`,
    308,
  ),
  'an nginx without the path': respondingWith(() => [404, HTML, page('404 Not Found')]),
  'a gateway without the route': respondingWith(() => [
    404,
    JSON_TYPE,
    '{"message":"no Route matched"}',
  ]),
  'a server of files': respondingWith(({ method }) =>
    method === 'GET' ? [404, HTML, page('Not found')] : [501, HTML, page('Unsupported method')],
  ),
  'a bucket of files': respondingWith(({ method }) =>
    method === 'GET'
      ? [403, 'application/xml', '<Error><Code>AccessDenied</Code></Error>']
      : [405, 'application/xml', '<Error><Code>MethodNotAllowed</Code></Error>'],
  ),
  'no method is allowed': respondingWith(() => [405, JSON_TYPE, '{"error":"method not allowed"}']),
  'a firewall': respondingWith(() => [403, HTML, page('Request blocked')]),
  'a known caller without rights': respondingWith((request) => [isAnonymous(request) ? 401 : 403]),
  'no credential is accepted': respondingWith(() => [401]),
  'another API': respondingWith(() => [
    200,
    JSON_TYPE,
    '{"jsonrpc":"2.0","error":{"code":-32600}}',
  ]),
  'a health check': respondingWith(() => [200, 'text/plain', 'OK']),
  'a WebSocket server': respondingWith(() => [426, 'text/plain', 'Upgrade Required']),
  'an SSH server': port((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')),
  'a mail server': port((socket) => socket.write('220 mail.example ESMTP\r\n')),
  'a port of bytes': port((socket) => socket.end(Buffer.from([0, 1, 2, 254, 255]))),
  'a port that says nothing': port(() => {}, { deadline: 300 }),
  'TLS on a plain port': port(
    (socket) => {
      socket.once('data', (bytes: Buffer) =>
        // Answer of Node, nginx and Go: TLS is not HTTP.
        socket.end(
          bytes[0] === 0x16
            ? 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'
            : 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
        ),
      );
    },
    { scheme: 'https' },
  ),
  'plain HTTP on a TLS port': tlsPort,
  'plain HTTP on a TLS port that says so': respondingWith(() => [
    400,
    HTML,
    page('The plain HTTP request was sent to HTTPS port'),
  ]),
  'TLS that is asked for in plain text': respondingWith(() => [
    400,
    'text/plain',
    'Client sent an HTTP request to an HTTPS server.\n',
  ]),
  'a proxy before nothing': respondingWith(() => [502, HTML, page('502 Bad Gateway')]),
  'a proxy that waited': respondingWith(() => [504, 'text/plain', 'upstream request timeout']),
  'a proxy that wants to know who asks': respondingWith(() => [407, HTML, page('Access denied')]),
  'a prefix too long': described(({ base_url, gap_base_url, ...rest }) => ({
    ...rest,
    base_url: `${String(base_url)}/v2`,
    gap_base_url,
  })),
  'no prefix': described(
    ({ base_url, gap_base_url, ...rest }) => ({
      ...rest,
      base_url: new URL(String(base_url)).origin,
      gap_base_url: new URL(String(gap_base_url)).origin,
    }),
    { dialect: 'prefixed' },
  ),
  'base and gap exchanged': described(({ base_url, gap_base_url, ...rest }) => ({
    ...rest,
    base_url: gap_base_url,
    gap_base_url: base_url,
  })),
  'a gap address that is none': described((target) => ({
    ...target,
    gap_base_url: `${String(target['gap_base_url'])}/motor`,
  })),
  'an owner without rights': described(identities({ owner: 'ASSAY_NO_RIGHTS_TOKEN' })),
  'an other that is the owner': described(
    identities({ owner: 'ASSAY_TOKEN', other: 'ASSAY_TOKEN' }),
  ),
  'a caller without rights that is another customer': described(
    identities({
      owner: 'ASSAY_TOKEN',
      other: 'ASSAY_OTHER_TOKEN',
      withoutRights: 'ASSAY_OTHER_TOKEN',
    }),
  ),
  'a caller without rights who has them': described(
    identities({ owner: 'ASSAY_TOKEN', withoutRights: 'ASSAY_OTHER_TOKEN' }),
  ),
  'rights that are not looked at once': described((target) => target, {
    faults: ['travel-draft-get-without-right'],
  }),
  'gap drafts under another path': described((target) => target, {
    faults: ['gap-drafts-in-the-singular'],
  }),
  '400 to everything': respondingWith(() => [
    400,
    JSON_TYPE,
    '{"messages":["language is missing"]}',
  ]),
  'pages for unknown drafts': respondingWith(({ method, headers }) => {
    if (headers.authorization === undefined) return [401];
    return method === 'GET' ? [404, HTML, page('Not found')] : [400, JSON_TYPE, '{"messages":[]}'];
  }),
} as const satisfies Record<string, () => Promise<StandIn>>;

/** Services behind bad networks, and bad services. */
export const NETWORK_STAND_INS = {
  'behind a proxy': () => behindProxy({}),
  'behind a proxy with a password': () =>
    behindProxy({ credential: Buffer.from('me:open sesame').toString('base64') }, PASSWORD),
  'behind a proxy with another password': () =>
    behindProxy({ credential: Buffer.from('me:close sesame').toString('base64') }, PASSWORD),
  'behind a proxy that makes no tunnel': () => behindProxy({ refuses: 403 }),
  'with a certificate of its own authority': () => withFrontEnd(true),
  'busy with Retry-After 1': () => withFrontEnd(false, after(0, busy(503, { 'retry-after': '1' }))),
  'busy with Retry-After 3': () => withFrontEnd(false, after(0, busy(503, { 'retry-after': '3' }))),
  'busy with Retry-After 3600': () =>
    withFrontEnd(false, after(0, busy(503, { 'retry-after': '3600' }))),
  'busy for a day as a date': () =>
    withFrontEnd(
      false,
      after(0, busy(429, { 'retry-after': new Date(Date.now() + 86_400_000).toUTCString() })),
    ),
  'busy without a word': () => withFrontEnd(false, after(0, busy(503, {}))),
  'early for ever': () => withFrontEnd(false, after(0, busy(425, {}))),
  'busy now and then': () => withFrontEnd(false, nowAndThen(busy(503, { 'retry-after': '0' }))),
  'silent after 40 requests': () => withFrontEnd(false, after(40, SILENCE)),
  'gone after 10 requests': () =>
    withFrontEnd(
      false,
      after(10, ({ socket }) => socket.destroy()),
    ),
  'dripping after 10 requests': () => withFrontEnd(false, after(10, drip)),
  'accepts and never answers': port((socket) => socket.resume()),
  'headers without end': port(dripping(`HTTP/1.1 200 OK\r\n${REST}`, 'x-a: b\r\n', 50)),
  'a body of one byte at a time': port(
    dripping(`HTTP/1.1 200 OK\r\n${REST}content-length: 9999\r\n\r\n`, ' ', 50),
  ),
  'a body without end': port(
    dripping(
      `HTTP/1.1 200 OK\r\n${REST}transfer-encoding: chunked\r\n\r\n`,
      `10000\r\n${' '.repeat(65_536)}\r\n`,
      1,
    ),
  ),
  'a header of a megabyte': port(
    dripping('HTTP/1.1 200 OK\r\nx-long: ', 'a'.repeat(1_000_000), 50),
  ),
  'interim answers without end': port(
    dripping('HTTP/1.1 103 Early Hints\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\n\r\n', 1),
  ),
} as const satisfies Record<string, () => Promise<StandIn>>;
