import { BlockList, isIP } from 'node:net';

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

const bareHost = (host: string): string =>
  host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();

const familyOf = (host: string): 'ipv4' | 'ipv6' => (isIP(host) === 6 ? 'ipv6' : 'ipv4');

/** Whether the address is one of this machine. */
export const isLoopback = ({ hostname }: URL): boolean => {
  const host = bareHost(hostname);
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    /^127(\.\d+){3}$/.test(host)
  );
};

const isInRange = (host: string, network: string, bits: string): boolean => {
  if (isIP(host) === 0 || isIP(network) === 0) return false;
  const range = new BlockList();
  try {
    range.addSubnet(network, Number(bits), familyOf(network));
  } catch {
    // More bits than an address has.
    return false;
  }
  return range.check(host, familyOf(host));
};

const isMatch = (url: URL, entry: string): boolean => {
  const host = bareHost(url.hostname);
  const [, network = '', bits = ''] = /^\[?([\d.a-f:]+)\]?\/(\d+)$/i.exec(entry) ?? [];
  if (bits !== '') return isInRange(host, network, bits);
  // The port of an IPv6 address is told from the address by brackets alone.
  const [, name = entry, port] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
  if (port !== undefined && port !== (url.port || DEFAULT_PORTS[url.protocol])) return false;
  const wanted = bareHost(name);
  if (wanted === '*') return true;
  const domain = wanted.replace(/^\*?\./, '');
  const isApex = host === domain && !wanted.startsWith('*');
  return isApex || (isIP(host) === 0 && host.endsWith(`.${domain}`));
};

/**
 * Whether NO_PROXY excepts an address: `*`, a host (and what is below it), `*.host` (only what is below), an IP address, a
 * range such as 10.0.0.0/8, each but the range also with a port. Case and a dot at the end are nothing.
 */
export const isExcepted = (url: URL, entries: readonly string[]): boolean =>
  entries.some((entry) => isMatch(url, entry));
