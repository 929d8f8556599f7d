import type { Exchange } from './exchange.ts';
import { COUNTRY } from './limits.ts';

/** Path with a country, in any case. */
const COUNTRY_IN_PATH = /\/([a-z]{2})(\/(?:lifestyle|home|motor)\/[^?#]*)/i;

const pathOf = (link: string): string => link.split(/[?#]/)[0] ?? '';

/**
 * True if a call with `be`, `Be` or `bE` was redirected to the same path with `BE`, which is permitted (W2). Such an
 * answer neither accepts nor refuses the call.
 */
export const isSentToCanonicalCountry = ({ request, response }: Exchange): boolean => {
  if (!response || response.status < 300 || response.status > 399) return false;
  const [, country = '', rest = ''] = COUNTRY_IN_PATH.exec(request.url) ?? [];
  if (country === COUNTRY || country.toUpperCase() !== COUNTRY) return false;
  const { location } = response.headers;
  const link = typeof location === 'string' ? location : location?.[0];
  return link !== undefined && pathOf(link).endsWith(`${COUNTRY}${rest}`);
};
