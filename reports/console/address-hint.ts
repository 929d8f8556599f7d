import type { Exchange } from '../../spec/exchange.ts';

const isPage = ({ response }: Exchange): boolean =>
  /^text\/html\b/i.test([response?.headers['content-type'] ?? ''].flat()[0] ?? '');

/** A hint at the address where most answers are web pages: that is not what a JSON service sends. Else undefined. */
export const addressHint = (
  exchanges: readonly Exchange[],
  addresses: readonly string[],
): string | undefined => {
  const pages = exchanges.filter(isPage).length;
  if (pages === 0 || pages * 2 < exchanges.length) return undefined;
  return [
    `${pages} of ${exchanges.length} answers are HTML pages. Is this the address of the service, and not of a web site,`,
    `a login page or a proxy in front of it?  ${[...new Set(addresses)].join('  ')}`,
  ].join('\n');
};
