import { preflight } from '../../client/preflight/preflight.ts';
import { createRedactor, type Redactor } from '../../client/secrets/redactor.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { type ExaminationOrder, examineService } from './examine-service.ts';
import { openExaminationRun } from './examination-run.ts';
import { type Remark, withoutDeclaredEdits } from './remark.ts';
import { connectionRemarks, type ResolvedHost } from './connection-remarks.ts';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { ResolvedTarget } from '../../client/target.ts';
import { proxyFor } from '../../client/http/proxies.ts';

const addressesOf = ({ base_url, gap_base_url, identities }: ResolvedTarget): readonly string[] => [
  base_url,
  gap_base_url,
  ...Object.values(identities).flatMap((each) =>
    each?.auth.scheme === 'oauth2' ? [each.auth.tokenUrl] : [],
  ),
];

const lookUp = async (host: string, isDirect: boolean): Promise<ResolvedHost> => {
  if (!isDirect || isIP(host.replaceAll(/[[\]]/g, '')) !== 0) return { host };
  try {
    return { host, address: (await lookup(host)).address };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    return { host, trouble: code };
  }
};

/** Resolves every host that requests are sent to, except those that a proxy resolves. */
const resolveHosts = (target: ResolvedTarget): Promise<readonly ResolvedHost[]> => {
  const urls = addressesOf(target).map((address) => new URL(address));
  const isDirect = ({ origin }: URL): boolean => !proxyFor(origin, target.network.proxies);
  const hosts = new Map(urls.map((url) => [url.hostname, isDirect(url)]));
  return Promise.all([...hosts].map(([host, direct]) => lookUp(host, direct)));
};

/** Remarks in the order of the checks, without secrets, and the number of calls. */
interface Diagnosis {
  readonly remarks: readonly Remark[];
  readonly calls: number;
}

const redacted = (remark: Remark, redactor: Pick<Redactor, 'text'>): Remark => ({
  ...remark,
  found: redactor.text(remark.found),
  ...(remark.change === undefined ? {} : { change: redactor.text(remark.change) }),
});

/** Examines a service against its target. Returns no verdicts; leaves only drafts, leads and contracts on the service. */
export const diagnose = async (
  complaint: ExaminationOrder,
  stop: AbortSignal,
): Promise<Diagnosis> => {
  const { target, lines, seed, today, document } = complaint;
  const redactor = createRedactor(target);
  const exchanges: Exchange[] = [];
  const record = {
    append: (exchange: Omit<Exchange, 'n'>): Exchange => {
      const numbered = { n: exchanges.length + 1, ...exchange };
      exchanges.push(redactor.exchange(numbered));
      return numbered;
    },
  };
  const names = await resolveHosts(target);
  const isKnown = names.every(({ trouble }) => trouble === undefined);
  const ready = isKnown && !stop.aborted ? await preflight(target, lines, record) : undefined;
  const refusal = ready && !ready.ok ? { refusal: ready } : {};
  const way = connectionRemarks(target, { names, exchanges, ...refusal });
  // A listener does not fire for a signal that was aborted before.
  if (!ready?.ok || stop.aborted)
    return { remarks: way.map((each) => redacted(each, redactor)), calls: exchanges.length };
  const run = openExaminationRun(target, lines, { seed, today, before: exchanges.length });
  stop.addEventListener('abort', () => run.stop.stop(String(stop.reason)));
  try {
    const remarks = await examineService(run, complaint);
    const compared = [...way, ...remarks].map((each) => withoutDeclaredEdits(each, document));
    return {
      remarks: compared.map((each) => redacted(each, run.redactor)),
      calls: exchanges.length + run.sent.length,
    };
  } finally {
    await run.close();
  }
};
