import type { Redactor } from '../../client/secrets/redactor.ts';
import { UsageError } from '../../client/usage-error.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Addresses } from './substitution.ts';

/** RFC 9110, section 5.6.2: a method or the name of a header. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** Control characters, except for the tab, which a header may hold (RFC 9110, section 5.5). */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\0-\x08\n-\x1f\x7f]/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

const isBelow = (url: string, base: unknown): boolean =>
  typeof base === 'string' &&
  base !== '' &&
  url.startsWith(base) &&
  /^(?:[/?]|$)/.test(url.slice(base.length));

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

const headersOf = ({ request }: Exchange): readonly (readonly [string, string])[] =>
  Object.entries(request.headers).flatMap(([name, value]) =>
    [value].flat().map((one) => [request.headerNames?.[name] ?? name, one] as const),
  );

/** The service that the reader names, and the addresses of the run, in place of which it is called. */
interface Known {
  readonly recorded: Addresses;
  readonly target: Addresses;
  readonly redactor: Redactor;
}

/** Tests if a call goes to the reader's service: below a replaced address, or on its own host, as links from answers may (K1). */
const isOwn = (url: string, { recorded, target }: Known): boolean =>
  [recorded.base_url, recorded.gap_base_url].some((base) => isBelow(url, base)) ||
  [target.base_url, target.gap_base_url].some(
    (base) => URL.parse(base)?.origin === new URL(url).origin,
  );

/** Name of the part of a call that Assay cannot have recorded; undefined if there is none. */
const strangeIn = (exchange: Exchange, known: Known): string | undefined => {
  const { request, response } = exchange;
  const headers = headersOf(exchange);
  const isLive = (text: string): boolean =>
    known.redactor.pieces(text).some((piece) => typeof piece !== 'string' && piece.live);
  if (!isCount(exchange.n)) return 'an invalid number';
  if (response !== undefined && !isCount(response.status)) return 'a status that is not a number';
  if (!TOKEN.test(request.method)) return 'a method that HTTP does not allow';
  if (CONTROL.test(request.url) || /\s/.test(request.url) || !URL.canParse(request.url))
    return 'an invalid address';
  if (!headers.every(([name, value]) => TOKEN.test(name) && !CONTROL.test(value)))
    return 'a header that HTTP does not allow';
  if (request.body?.encoding === 'base64' && !BASE64.test(request.body.text))
    return 'a body that is not base64';
  const sent = [request.url, ...headers.map(([, value]) => value), request.body?.text ?? ''];
  if (!isOwn(request.url, known) && sent.some(isLive))
    return 'a credential for an address that the run does not name';
  return undefined;
};

/**
 * Checks that calls are such as Assay records: a run's folder may come from anybody, and what is made of it runs on the reader's
 * machine, with the reader's credentials. Throws UsageError.
 */
export const checkCalls = (exchanges: readonly Exchange[], known: Known): void => {
  for (const exchange of exchanges) {
    const strange = strangeIn(exchange, known);
    if (strange !== undefined)
      throw new UsageError(
        `exchange ${JSON.stringify(exchange.n)} of the run holds ${strange}. Assay records no such call, so nothing is made of this run; ask for its folder again, or run the gate yourself`,
      );
  }
};
