import { createHash } from 'node:crypto';
import type { ResolvedTarget } from '../client/target.ts';
import type { LoadRecord } from '../reports/load/load-record.ts';
import type { RunRecord } from '../reports/run-record.ts';

/** The keys from which data are drawn and bodies made; they may hold what is nobody's business. */
const DRAWN_FROM = [
  'bodies',
  'vehicleCodes',
  'whiteLabels',
  'insurers',
  'paymentTerms',
  'termsToken',
  'gapPrice',
] as const satisfies readonly (keyof ResolvedTarget)[];

const digest = (value: unknown): string => {
  const text = JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'function' ? String(part) : part,
  );
  return `sha256:${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
};

/** The target as a run records it: all that was declared, of the credentials only their schemes, of bodies and data digests. */
export const publicTarget = (target: ResolvedTarget): RunRecord['target'] => {
  const { name, base_url, gap_base_url, identities, decisions, features, limits } = target;
  const schemes = Object.fromEntries(
    Object.entries(identities).flatMap(([who, identity]) =>
      identity ? [[who, identity.auth.scheme]] : [],
    ),
  );
  const { sideEffects, ids, mailDomain, chosenAs, network } = target;
  const open = {
    name,
    chosenAs,
    base_url,
    gap_base_url,
    insecure: network.insecure,
    schemes,
    decisions,
    features,
    limits,
    sideEffects,
    ids,
    mailDomain,
    ...Object.fromEntries(DRAWN_FROM.map((key) => [key, digest(target[key])])),
  };
  // Through JSON, which drops what was left undeclared.
  return JSON.parse(JSON.stringify(open)) as RunRecord['target'];
};

/** What a load run records of its target. */
export const loadedTarget = ({
  name,
  chosenAs,
  base_url,
  gap_base_url,
  network,
}: Pick<
  ResolvedTarget,
  'name' | 'chosenAs' | 'base_url' | 'gap_base_url' | 'network'
>): LoadRecord['target'] => ({
  name,
  ...(chosenAs === undefined ? {} : { chosenAs }),
  base_url,
  gap_base_url,
  ...(network.insecure ? { insecure: true } : {}),
});
