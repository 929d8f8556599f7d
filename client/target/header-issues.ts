import { type Issue, pathText, type TargetPath, valueAt } from './target-error.ts';
import type { Resolution } from './target-references.ts';

/** Encoding of a text in a request, which restricts its characters. */
type Carrier = 'header' | 'cookie' | 'encoded';

/** Part of a text that cannot be sent, in words that do not reveal it. */
const unsendable = (text: string, carrier: Carrier): string | undefined => {
  if (/[\r\n]/.test(text)) return 'a line break';
  // User names and passwords may not contain control characters either (RFC 7617).
  if (/\p{Cc}/u.test(text)) return 'a control character';
  if (carrier === 'encoded') return undefined;
  if (/[^\x20-\x7e]/.test(text)) return 'a character that is not ASCII';
  if (carrier === 'cookie' && /[\s;,"\\]/.test(text)) return 'a character that ends a cookie';
  return text.trim() === text ? undefined : 'a space at its beginning or end';
};

const WANTED: Readonly<Record<Carrier, string>> = {
  header: 'a text that a header can carry',
  cookie: 'a text that a cookie can carry',
  encoded: 'one line of text',
};

const HINTS: Readonly<Record<string, string>> = {
  'a line break': "for a trailing line break: $(cat file) drops it, and so does printf '%s'",
  'a character that is not ASCII': 'it may be a copied quote, dash or letter that only looks alike',
};

const variableNameOf = (path: TargetPath, { uses }: Resolution): string =>
  uses.find((use) => pathText(use.path) === pathText(path))?.name ?? 'the value';

/** Issue of a text that cannot be sent, named by its variable and not shown. */
const textIssues = (
  path: TargetPath,
  carrier: Carrier,
  resolution: Resolution,
): readonly Issue[] => {
  const text = valueAt(resolution.value, path);
  const found = typeof text === 'string' ? unsendable(text, carrier) : undefined;
  if (found === undefined) return [];
  const got = `${variableNameOf(path, resolution)} holds ${found}`;
  return [{ path, wanted: WANTED[carrier], got, hint: HINTS[found] }];
};

/** Expected form of a header whose name is invalid or reserved for framing; undefined for any other name. */
const wantedName = (name: string, example: string, isCookie = false): string | undefined => {
  if (/[^!#$%&'*+.^_`|~\dA-Za-z-]/.test(name))
    return `the name of a header, such as ${example}, without spaces and colons`;
  const isOfTheMessage =
    /^(connection|content-length|content-type|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;
  return !isCookie && isOfTheMessage.test(name)
    ? `the name of a header of the service’s own, such as ${example}`
    : undefined;
};

/** Issue of an API key's name that no header or cookie can have. */
const keyNameIssues = (auth: unknown, at: TargetPath): readonly Issue[] => {
  const name = valueAt(auth, ['name']);
  const place = valueAt(auth, ['in']);
  if (valueAt(auth, ['scheme']) !== 'apiKey' || place === 'query') return [];
  if (typeof name !== 'string' || name === '') return [];
  const wanted = wantedName(name, 'X-API-Key', place === 'cookie');
  return wanted === undefined ? [] : [{ path: [...at, 'name'], wanted, got: JSON.stringify(name) }];
};

/** Texts of each scheme that are sent unencoded; base64 and forms carry any character. */
const SENT: Readonly<Record<string, readonly string[]>> = {
  bearer: ['token'],
  basic: ['username', 'password'],
  apiKey: ['key'],
  oauth2: ['clientId', 'clientSecret'],
};

const carrierOf = (scheme: string, place: unknown): Carrier => {
  if (scheme === 'bearer') return 'header';
  if (scheme !== 'apiKey' || place === 'query') return 'encoded';
  return place === 'cookie' ? 'cookie' : 'header';
};

const identityIssues = (name: string, resolution: Resolution): readonly Issue[] => {
  const at = ['identities', name, 'auth'];
  const auth = valueAt(resolution.value, at);
  const scheme = String(valueAt(auth, ['scheme']));
  const carrier = carrierOf(scheme, valueAt(auth, ['in']));
  const token = valueAt(auth, ['token']);
  const path = [...at, 'token'];
  const isTwice = scheme === 'bearer' && typeof token === 'string' && /^bearer /i.test(token);
  const texts = [
    ...(SENT[scheme] ?? []).flatMap((field) => textIssues([...at, field], carrier, resolution)),
    // Instead of an access token.
    ...textIssues(
      [...at, 'invalid', 'value'],
      scheme === 'oauth2' ? 'header' : carrier,
      resolution,
    ),
  ];
  const twice = {
    path,
    wanted: 'the token alone',
    got: `${variableNameOf(path, resolution)} begins with the word Bearer, which is put before it anyway`,
  };
  const isReported = texts.some((issue) => pathText(issue.path) === pathText(path));
  return [...texts, ...(isTwice && !isReported ? [twice] : []), ...keyNameIssues(auth, at)];
};

/** Headers that every request has, with the key of the target that controls each. */
const OWN: Readonly<Record<string, string>> = {
  accept: 'every request accepts JSON',
  authorization: 'credentials belong below identities',
  'service-api-version': 'every request carries the version of the specification',
  'user-agent': 'userAgent of the target sets it',
  traceparent: 'trace of the target sends it',
};

const identitiesIn = ({ value }: Resolution): Readonly<Record<string, unknown>> => {
  const identities = valueAt(value, ['identities']);
  return typeof identities === 'object' && identities !== null ? { ...identities } : {};
};

/** Tests if a header identifies the caller: then a call without a credential would still carry one. */
const isCredential = (name: string, text: unknown, resolution: Resolution): boolean => {
  const isCookie = name.toLowerCase() === 'cookie';
  const keys = Object.values(identitiesIn(resolution)).flatMap((identity) => {
    const auth = valueAt(identity, ['auth']);
    const isHere = (valueAt(auth, ['in']) ?? 'header') === (isCookie ? 'cookie' : 'header');
    return isHere && valueAt(auth, ['scheme']) === 'apiKey'
      ? [String(valueAt(auth, ['name']))]
      : [];
  });
  if (!isCookie) return keys.some((key) => key.toLowerCase() === name.toLowerCase());
  const cookies = String(text)
    .split(';')
    .map((each) => each.split('=')[0]?.trim() ?? '');
  return keys.some((key) => cookies.includes(key));
};

/** Issues of a target's own header that cannot be sent, or that every request has anyway. */
const ownHeaderIssues = (name: string, text: unknown, resolution: Resolution): readonly Issue[] => {
  const path = ['headers', name];
  const got = JSON.stringify(name);
  const wanted = wantedName(name, 'X-Tenant');
  const isKey = isCredential(name, text, resolution);
  const hint = OWN[isKey ? 'authorization' : name.toLowerCase()];
  if (isKey || (wanted === undefined && hint !== undefined))
    return [{ path, wanted: 'a header that Assay does not send itself', got, hint }];
  return wanted === undefined ? textIssues(path, 'header', resolution) : [{ path, wanted, got }];
};

/** Issues of credentials that cannot be sent, named by their variables and not shown, and of headers that no request can have. */
export const headerIssues = (resolution: Resolution): readonly Issue[] => {
  const headers = valueAt(resolution.value, ['headers']);
  const own = typeof headers === 'object' && headers !== null ? Object.entries(headers) : [];
  return [
    ...Object.keys(identitiesIn(resolution)).flatMap((name) => identityIssues(name, resolution)),
    ...own.flatMap(([name, text]) => ownHeaderIssues(name, text, resolution)),
    ...textIssues(['userAgent'], 'header', resolution),
  ];
};
