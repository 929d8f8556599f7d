import { isLoopback } from '../http/no-proxy.ts';
import type { NetworkIssue } from './network-order.ts';
import { addressesIn } from '../http/read-proxies.ts';
import { valueAt } from './target-path.ts';

const testHostsIn = (document: unknown): readonly string[] => {
  const hosts = valueAt(document, ['testHosts']);
  return Array.isArray(hosts) ? hosts.map((host) => String(host).toLowerCase()) : [];
};

/** What asks that no certificate of the service is verified. */
export type InsecureBy = '--insecure' | 'NODE_TLS_REJECT_UNAUTHORIZED=0';

/**
 * Why `--insecure`, or the variable of Node that does the same, is refused: whoever stands between could read every credential, so it is for this machine and for the hosts
 * that the target declares as those of tests.
 */
export const insecureIssues = (
  by: InsecureBy | undefined,
  document: unknown,
): readonly NetworkIssue[] => {
  if (by === undefined) return [];
  const known = testHostsIn(document);
  const foreign = addressesIn(document).filter(
    (url) => !isLoopback(url) && !known.includes(url.hostname),
  );
  if (foreign.length === 0) return [];
  const hosts = [...new Set(foreign.map(({ hostname }) => hostname))];
  return [
    {
      path: [],
      source: by,
      wanted: 'addresses of this machine, or of hosts that testHosts in the target declares',
      got: hosts.join(', '),
      hint: `${by === '--insecure' ? '' : 'unset NODE_TLS_REJECT_UNAUTHORIZED: '}without verifying, anybody between could be the service and read its credential; better name the authority that signed its certificate, ca: ca.pem in the target; for a host of tests write testHosts: [${hosts.join(', ')}]`,
    },
  ];
};
