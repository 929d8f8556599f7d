/** Problem with an address, without its value. */
export interface AddressProblem {
  readonly wanted: string;
  readonly hint?: string | undefined;
}

const EXAMPLE = 'such as https://quoting.example.com/api';
const CREDENTIAL_HINT =
  'a credential belongs in the environment: ASSAY_TOKEN=… is sent as a bearer token, and identities.owner.auth of a target file says how any other one is presented';
const QUERY_HINT =
  'a key in the query is a credential: scheme apiKey with in: query, in identities.owner.auth of a target file';

const authorityOf = (text: string): string => /^[^/]*\/\/([^/?#]*)/.exec(text)?.[1] ?? '';

const portOf = (text: string): number | undefined => {
  const [, port] = /:(\d+)$/.exec(authorityOf(text)) ?? [];
  return port === undefined ? undefined : Number(port);
};

const missingScheme = (text: string): AddressProblem => {
  const isHost = /^(localhost|[\w-]+(\.[\w-]+)+)(:\d+)?(\/[\w./-]*)?$/.test(text);
  return {
    wanted: `an address with http:// or https://, ${EXAMPLE}`,
    hint: isHost ? `did you mean http://${text}?` : undefined,
  };
};

const malformed = (text: string): AddressProblem => {
  const port = portOf(text);
  const authority = authorityOf(text);
  const isBareIpv6 = !authority.startsWith('[') && authority.split(':').length > 2;
  if (isBareIpv6) return { wanted: 'an IPv6 address in brackets, such as http://[::1]:8080' };
  if (port !== undefined && (port < 1 || port > 65_535))
    return { wanted: 'a port from 1 to 65535' };
  return { wanted: `an address of a host, ${EXAMPLE}` };
};

/** Problem with an address to which requests are sent; undefined if it is usable. A query must be allowed explicitly. */
export const addressProblem = (text: string, allow?: 'query'): AddressProblem | undefined => {
  if (/[\s\\\p{Cc}]/u.test(text))
    return {
      wanted: 'an address without spaces, line breaks and backslashes',
      hint: 'a space in a path is written %20',
    };
  if (authorityOf(text).includes('@') || /^[^/]*@/.test(text))
    return { wanted: 'an address without a credential in it', hint: CREDENTIAL_HINT };
  if (!/^https?:\/\//i.test(text)) return missingScheme(text);
  const isUsable = URL.canParse(text) && portOf(text) !== 0;
  // After a credential with a slash, the part with the @ is parsed as a path.
  if (!isUsable)
    return text.includes('@')
      ? { wanted: 'an address without a credential in it', hint: CREDENTIAL_HINT }
      : malformed(text);
  if (text.includes('#')) return { wanted: 'an address without a fragment (#)' };
  if (text.includes('?') && allow !== 'query')
    return { wanted: 'an address without a query (?)', hint: QUERY_HINT };
  return undefined;
};

/** An address without user and password. */
export const withoutCredential = (text: string): string =>
  text.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1…@');

/** An address for output: without credentials, also in its query. */
export const displayAddress = (text: string): string =>
  withoutCredential(text.replace(/[?#].*$/s, ($0) => `${$0.charAt(0)}…`));
