import type { ResolvedTarget } from '../client/target.ts';
import type { RunRecord } from '../reports/run-record.ts';

/** The target as a run records it: all that was declared, of the credentials only their schemes. */
export const publicTarget = (target: ResolvedTarget): RunRecord['target'] => {
  const { name, base_url, gap_base_url, identities, decisions, features, limits } = target;
  const schemes = Object.fromEntries(
    Object.entries(identities).flatMap(([who, identity]) =>
      identity ? [[who, identity.auth.scheme]] : [],
    ),
  );
  const { sideEffects, ids, mailDomain } = target;
  const open = {
    name,
    base_url,
    gap_base_url,
    schemes,
    decisions,
    features,
    limits,
    sideEffects,
    ids,
    mailDomain,
  };
  // Through JSON, which drops what was left undeclared.
  return JSON.parse(JSON.stringify(open)) as RunRecord['target'];
};
