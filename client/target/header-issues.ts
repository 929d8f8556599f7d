import { type Issue, isSecretPath, pathText, type TargetPath, valueAt } from './target-error.ts';
import type { Resolution } from './target-references.ts';

/** Where the text of a credential is sent, and so what it may hold. */
type Carrier = 'header' | 'cookie' | 'encoded';

interface Sent {
  readonly path: TargetPath;
  readonly carrier: Carrier;
}

const CARRIERS: Readonly<Record<string, Readonly<Record<string, Carrier>>>> = {
  bearer: { token: 'header' },
  // In base64 or in a form anything can be sent, but no control character is ever part of these (RFC 7617).
  basic: { username: 'encoded', password: 'encoded' },
  oauth2: { clientId: 'encoded', clientSecret: 'encoded' },
};

/** By where an API key is carried; it is a header where nothing is said. */
const KEY_CARRIERS: Readonly<Record<string, Carrier>> = { query: 'encoded', cookie: 'cookie' };

const sentBy = (auth: unknown, at: TargetPath): readonly Sent[] => {
  const scheme = String(valueAt(auth, ['scheme']));
  const carrier = KEY_CARRIERS[String(valueAt(auth, ['in']))] ?? 'header';
  const fields = scheme === 'apiKey' ? { key: carrier } : (CARRIERS[scheme] ?? {});
  const own = Object.entries(fields).map(([field, each]): Sent => ({
    path: [...at, field],
    carrier: each,
  }));
  const isInHeader =
    scheme === 'bearer' || scheme === 'oauth2' || (scheme === 'apiKey' && carrier !== 'encoded');
  return [...own, { path: [...at, 'invalid', 'value'], carrier: isInHeader ? carrier : 'encoded' }];
};

/** What is in a text that cannot be sent, in words that show nothing of it. */
const unsendable = (text: string, carrier: Carrier): string | undefined => {
  if (/[\r\n]/.test(text)) return 'a line break';
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
  'a line break': "is it the end of a line? $(cat file) leaves it out, and so does printf '%s'",
  'a character that is not ASCII':
    'was it copied with a quote, a dash or a letter that only looks alike?',
};

const whoseIs = (path: TargetPath, { uses }: Resolution): string =>
  uses.find((use) => pathText(use.path) === pathText(path))?.name ?? 'the value';

const NOT_A_NAME = /[^!#$%&'*+.^_`|~\dA-Za-z-]/;
/** Headers that say how a message is carried; a key in one of them would break the request. */
const OF_THE_MESSAGE =
  /^(connection|content-length|content-type|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

const nameIssues = (auth: unknown, at: TargetPath): readonly Issue[] => {
  const name = valueAt(auth, ['name']);
  if (valueAt(auth, ['scheme']) !== 'apiKey' || valueAt(auth, ['in']) === 'query') return [];
  if (typeof name !== 'string' || name === '') return [];
  const got = JSON.stringify(name);
  const path = [...at, 'name'];
  if (NOT_A_NAME.test(name))
    return [
      { path, wanted: 'the name of a header, such as X-API-Key, without spaces and colons', got },
    ];
  return OF_THE_MESSAGE.test(name) && valueAt(auth, ['in']) !== 'cookie'
    ? [{ path, wanted: 'the name of a header of the service’s own, such as X-API-Key', got }]
    : [];
};

/** Headers that a request has anyway, of which the target says something elsewhere. */
const OWN: Readonly<Record<string, string>> = {
  accept: 'every request asks for JSON',
  authorization: 'who calls stands in identities',
  'service-api-version': 'every request carries the version of the specification',
  'user-agent': 'userAgent of the target says it',
};

/** Names of the headers and cookies that carry somebody's key. */
const keyNames = (resolution: Resolution, place: 'header' | 'cookie'): readonly string[] => {
  const identities = Object.values(valueAt(resolution.value, ['identities']) ?? {});
  return identities.flatMap((identity: unknown) => {
    const auth = valueAt(identity, ['auth']);
    const isThere = (valueAt(auth, ['in']) ?? 'header') === place;
    return valueAt(auth, ['scheme']) === 'apiKey' && isThere
      ? [String(valueAt(auth, ['name']))]
      : [];
  });
};

/** Whether a header says who calls: a call without a credential would carry one all the same. */
const isCredential = (name: string, text: unknown, resolution: Resolution): boolean => {
  if (name.toLowerCase() !== 'cookie')
    return keyNames(resolution, 'header').some((one) => one.toLowerCase() === name.toLowerCase());
  const cookies = String(text)
    .split(';')
    .map((each) => each.split('=')[0]?.trim());
  return keyNames(resolution, 'cookie').some((one) => cookies.includes(one));
};

const wrongName = (name: string): Pick<Issue, 'wanted' | 'hint'> | undefined => {
  if (NOT_A_NAME.test(name))
    return {
      wanted: 'the name of a header, such as X-Tenant, without spaces and colons',
      hint: undefined,
    };
  if (OF_THE_MESSAGE.test(name))
    return {
      wanted: 'the name of a header of the service’s own, such as X-Tenant',
      hint: undefined,
    };
  const hint = OWN[name.toLowerCase()];
  return hint === undefined
    ? undefined
    : { wanted: 'a header that Assay does not send itself', hint };
};

/** Headers of the target's own that no request could carry, or that it has anyway. */
const ownHeaderIssues = (resolution: Resolution): readonly Issue[] => {
  const headers = valueAt(resolution.value, ['headers']);
  if (typeof headers !== 'object' || headers === null) return [];
  return Object.entries(headers).flatMap(([name, text]): readonly Issue[] => {
    const path = ['headers', name];
    const wrong = isCredential(name, text, resolution)
      ? { wanted: 'a header that Assay does not send itself', hint: OWN['authorization'] }
      : wrongName(name);
    if (wrong) return [{ path, got: JSON.stringify(name), ...wrong }];
    const found = typeof text === 'string' ? unsendable(text, 'header') : undefined;
    if (found === undefined) return [];
    const got = `${whoseIs(path, resolution)} holds ${found}`;
    return [{ path, wanted: 'a text that a header can carry', got, hint: HINTS[found] }];
  });
};

/** A User-Agent that no request could carry. */
const userAgentIssues = (resolution: Resolution): readonly Issue[] => {
  const path = ['userAgent'];
  const text = valueAt(resolution.value, path);
  const found = typeof text === 'string' ? unsendable(text, 'header') : undefined;
  if (found === undefined) return [];
  const got = `${whoseIs(path, resolution)} holds ${found}`;
  return [{ path, wanted: 'a text that a header can carry', got, hint: HINTS[found] }];
};

/** Credentials that no request could carry, named by their variable and not shown, and headers that no request can have. */
export const headerIssues = (resolution: Resolution): readonly Issue[] => {
  const identities = valueAt(resolution.value, ['identities']);
  const names =
    typeof identities === 'object' && identities !== null ? Object.keys(identities) : [];
  const ofIdentities = names.flatMap((name) => {
    const at = ['identities', name, 'auth'];
    const auth = valueAt(resolution.value, at);
    const texts = sentBy(auth, at).flatMap(({ path, carrier }): readonly Issue[] => {
      const text = valueAt(resolution.value, path);
      if (typeof text !== 'string') return [];
      const found = unsendable(text, carrier);
      const who = whoseIs(path, resolution);
      const wanted = WANTED[carrier];
      if (found !== undefined)
        return [{ path, wanted, got: `${who} holds ${found}`, hint: HINTS[found] }];
      const isTwice =
        isSecretPath(path) && valueAt(auth, ['scheme']) === 'bearer' && /^bearer /i.test(text);
      return isTwice
        ? [
            {
              path,
              wanted: 'the token alone',
              got: `${who} begins with the word Bearer, which is put before it anyway`,
            },
          ]
        : [];
    });
    return [...texts, ...nameIssues(auth, at)];
  });
  return [...ofIdentities, ...ownHeaderIssues(resolution), ...userAgentIssues(resolution)];
};
