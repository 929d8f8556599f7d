import type { Exchange } from '../../spec/exchange.ts';
import { TRACE_HEADER } from '../../spec/trace-context.ts';
import { decodeComponent } from '../../spec/place-in-answer.ts';
import { holdsReference } from '../target/target-references.ts';
import type { ResolvedTarget } from '../target.ts';
import type { IdentityName } from '../target/target-auth.ts';
import type { Redactor, Piece } from '../secrets/redactor.ts';
import { shellWord } from '../shell-word.ts';
import { capitalisedHeaderName } from './client-profile.ts';
import type { Authority } from './certificate-authorities.ts';
import type { ClientCertificate, PemSource } from './client-certificate.ts';
import { isInNoProxy, NAMED_BY_TARGET, PROXY_DISABLED, proxyFor } from './proxies.ts';

type Known = Pick<ResolvedTarget, 'network' | 'proxy'>;

/** Proxy options of curl. Curl reads the same variables, so they are overridden if the request took another route. */
const proxyWords = (
  url: URL,
  { network: { proxies }, proxy: targetProxy }: Known,
  word: (text: string) => string,
): readonly string[] => {
  const proxy = proxyFor(url.href, proxies);
  if (proxy) {
    const isOverruled = proxy.namedBy === NAMED_BY_TARGET && isInNoProxy(url, proxies.except);
    return [`--proxy ${word(proxy.url)}`, ...(isOverruled ? ["--noproxy ''"] : [])];
  }
  const known = url.protocol === 'https:' ? proxies.https : proxies.http;
  return known || targetProxy === PROXY_DISABLED ? ["--noproxy '*'"] : [];
};

/** CA options of curl. Of several authorities the one that the target names is used; curl reads SSL_CERT_FILE itself. */
const authorityWords = (
  authorities: readonly Authority[],
  word: (text: string) => string,
): readonly string[] => {
  const [authority] = authorities.filter(({ namedBy }) => namedBy !== 'SSL_CERT_FILE');
  if (!authority) return [];
  const { path, certificates } = authority;
  const pem = `${certificates.join('\n')}\n`;
  return [`--cacert ${path === undefined ? `<(printf %s ${word(pem)})` : word(path)}`];
};

const clientWords = (
  client: ClientCertificate | undefined,
  word: (text: string) => string,
): readonly string[] => {
  if (!client) return [];
  const { given, passphrase } = client;
  const from = (pem: PemSource): string =>
    'path' in pem ? word(pem.path) : `<(printf %s ${word(pem.text)})`;
  return [
    `--cert ${from(given.certificate)} --key ${from(given.key)}`,
    ...(passphrase === undefined ? [] : [`--pass ${word(passphrase)}`]),
  ];
};

/** Network options of curl for an address; `word` quotes for bash without secrets. */
export const networkWords = (
  address: string,
  target: Known,
  word: (text: string) => string,
): readonly string[] => {
  if (!URL.canParse(address)) return [];
  const url = new URL(address);
  const { authorities, client, insecure } = target.network;
  return [
    ...proxyWords(url, target, word),
    ...(url.protocol === 'https:'
      ? [
          ...authorityWords(authorities, word),
          ...clientWords(client, word),
          ...(insecure ? ['--insecure'] : []),
        ]
      : []),
  ];
};

type Word = (text: string) => string;

/** Headers that curl sends itself, or that belong to one exchange. */
const LEFT_OUT = ['content-length', 'host', TRACE_HEADER];

/** Tests if a header only identifies the caller; the service may require the target's own User-Agent. */
const isOwnName = (name: string, target: ResolvedTarget): boolean =>
  name === 'user-agent' && (target.userAgent === undefined || target.userAgent === 'neutral');

/** Pieces of a value; if it holds references, bash expands them as the target does. */
export const asWritten = (value: string, written: string | undefined): readonly Piece[] =>
  written !== undefined && holdsReference(written) ? [{ text: written, live: true }] : [value];

/** `-u "$USER:$PASS"` of the identity that sent this pair, be it encoded or already redacted. */
const basicUser = (
  credential: string,
  target: ResolvedTarget,
  redactor: Redactor,
): string | undefined => {
  const decoded = Buffer.from(credential, 'base64').toString();
  const names = Object.keys(target.identities) as IdentityName[];
  for (const name of names) {
    const auth = target.identities[name]?.auth;
    if (auth?.scheme !== 'basic') continue;
    const { username } = auth;
    const password = decoded.startsWith(`${username}:`)
      ? redactor.pieces(decoded.slice(username.length + 1))
      : redactor.pieces(credential);
    const isOwn = password.some((piece) => typeof piece !== 'string' && piece.live);
    const user = asWritten(username, target.references[`identities.${name}.auth.username`]);
    if (isOwn) return `-u ${shellWord([...user, ':', ...password])}`;
  }
  return undefined;
};

const headerWords = (
  { request }: Exchange,
  target: ResolvedTarget,
  redactor: Redactor,
  word: Word,
): string[] => {
  const given = Object.entries(request.headers).filter(
    ([name]) => !LEFT_OUT.includes(name) && !isOwnName(name, target),
  );
  const words = given.flatMap(([name, value]) => {
    const [, pair] = name === 'authorization' ? (/^Basic (.+)$/.exec(String(value)) ?? []) : [];
    const user = pair === undefined ? undefined : basicUser(pair, target, redactor);
    if (user !== undefined) return [user];
    const spelt = request.headerNames?.[name] ?? capitalisedHeaderName(name);
    // curl omits a header without a value.
    const written = (one: string) => (one === '' ? `${spelt};` : `${spelt}: ${one}`);
    return [value].flat().map((one) => `-H ${word(written(one))}`);
  });
  // Removes headers that curl would add, if the request had none.
  if (!('accept' in request.headers)) words.push("-H 'Accept:'");
  if (request.body && !('content-type' in request.headers)) words.push("-H 'Content-Type:'");
  return words;
};

const bodyWords = ({ request: { body } }: Exchange, word: Word): string[] => {
  if (!body) return [];
  if (body.encoding === 'utf8') return [`--data-raw ${word(body.text)}`];
  return [`--data-binary @<(printf %s ${shellWord([body.text])} | base64 -d)`];
};

/** URL options. Query parameters with a secret go through --url-query, which encodes the value of the variable. */
const urlWords = (exchange: Exchange, redactor: Redactor, word: Word): string[] => {
  const [address = '', query = ''] = exchange.request.url.split(/\?(.*)/s);
  const parameters = query === '' ? [] : query.split('&');
  const secret = (parameter: string): string | undefined => {
    const [name = '', value = ''] = parameter.split(/=(.*)/s);
    const pieces = redactor.pieces(decodeComponent(value));
    const isSecret = pieces.some((piece) => typeof piece !== 'string' && piece.live);
    return isSecret ? `--url-query ${shellWord([`${name}=`, ...pieces])}` : undefined;
  };
  const plain = parameters.filter((parameter) => secret(parameter) === undefined);
  return [
    word(plain.length === 0 ? address : `${address}?${plain.join('&')}`),
    ...parameters.flatMap((parameter) => secret(parameter) ?? []),
  ];
};

/**
 * Request of an exchange as a one-line bash command, to be run once the variables of its secrets are set. Accepts original and
 * redacted exchanges; the line never holds a secret. Needs curl 7.87 for an API key in the query.
 */
export const curlOf = (exchange: Exchange, target: ResolvedTarget, redactor: Redactor): string => {
  const word: Word = (text) => shellWord(redactor.pieces(text));
  return [
    'curl -sS -i',
    ...networkWords(exchange.request.url, target, word),
    // Keeps dots and brackets in the path as they were sent.
    ...(/[[\]{}]|\/\.{1,2}(\/|$)/.test(exchange.request.url) ? ['--globoff --path-as-is'] : []),
    `-X ${shellWord([exchange.request.method])}`,
    ...headerWords(exchange, target, redactor, word),
    ...bodyWords(exchange, word),
    ...urlWords(exchange, redactor, word),
  ].join(' ');
};
