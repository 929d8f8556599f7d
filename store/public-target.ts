import { createHash } from 'node:crypto';
import { createRedactor, type Redactor } from '../client/secrets/redactor.ts';
import type { ResolvedTarget } from '../client/target.ts';
import type { LoadRecord } from './load/load-record.ts';
import type { RunRecord, RunStart } from './run-record.ts';

/** Keys with data and bodies, which may hold private values. */
const DRAWN_FROM = [
  'bodies',
  'vehicleCodes',
  'insurers',
  'paymentTerms',
  'termsToken',
  'prices',
] as const satisfies readonly (keyof ResolvedTarget)[];

const digest = (value: unknown): string => {
  const text = JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'function' ? String(part) : part,
  );
  return `sha256:${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
};

/** Name and addresses of a target, with secrets redacted. */
const named = <Part extends Readonly<Record<string, string | undefined>>>(
  part: Part,
  redactor: Redactor,
): Part =>
  Object.fromEntries(
    Object.entries(part).map(([key, text]) => [key, text && redactor.text(text)]),
  ) as Part;

/** The target as a run records it: declarations, schemes of the credentials, digests of bodies and data. */
export const publicTarget = (target: ResolvedTarget): RunRecord['target'] => {
  const { identities, decisions, features, limits } = target;
  const { name, chosenAs, base_url, gap_base_url, mailDomain, traces } = target;
  const schemes = Object.fromEntries(
    Object.entries(identities).flatMap(([who, identity]) =>
      identity ? [[who, identity.auth.scheme]] : [],
    ),
  );
  const { sideEffects, envelope, ids, network } = target;
  const redactor = createRedactor(target);
  const open = {
    ...named({ name, chosenAs, base_url, gap_base_url }, redactor),
    insecure: network.insecure === undefined ? undefined : true,
    schemes,
    decisions,
    features,
    limits,
    sideEffects,
    envelope,
    ids,
    ...named({ mailDomain, traces }, redactor),
    // The number of white labels, and the absence of an amount, decide which cells apply.
    whiteLabels: target.whiteLabels.map(digest),
    gapPrice:
      'amount' in target.gapPrice ? { amount: digest(target.gapPrice) } : digest(target.gapPrice),
    ...Object.fromEntries(DRAWN_FROM.map((key) => [key, digest(target[key])])),
  };
  // The round trip through JSON drops undeclared keys.
  return JSON.parse(JSON.stringify(open)) as RunRecord['target'];
};

/** Target of a load run, as recorded. */
export const loadTargetRecord = ({
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
  chosenAs,
  base_url,
  gap_base_url,
  insecure: network.insecure ? true : undefined,
});

/** Environment in run.json; empty if nothing is notable. */
export const environmentOf = ({
  network,
}: Pick<ResolvedTarget, 'network'>): Pick<RunStart, 'environment'> => {
  const environment = network.environment.flatMap(({ name, effect }) =>
    effect === 'refused' ? [] : [{ name, effect }],
  );
  return environment.length === 0 ? {} : { environment };
};
