import type { Facts } from '../oracles/facts.ts';
import type { RunRecord } from './run-record.ts';

/** What the judges are told of the target, as the run recorded it. */
export const factsOf = ({ target }: Pick<RunRecord, 'target'>): Facts => {
  const { schemes, ...facts } = target as unknown as Facts & {
    readonly schemes: Readonly<Record<string, string>>;
  };
  const identities = Object.entries(schemes).map(([who, scheme]) => [who, { auth: { scheme } }]);
  return { ...facts, identities: Object.fromEntries(identities) as Facts['identities'] };
};
