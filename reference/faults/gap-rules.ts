import type { Fault } from './fault.ts';
import type { GapDraft } from '../../spec/schemas/gap-draft.ts';
import type { Rule } from '../rules/rule.ts';
import type { Tables } from '../call.ts';

const withRule = (
  tables: Tables,
  id: 'vehicle-details' | 'casco-insurer',
  check: (rule: Rule) => Rule['check'],
): void => {
  tables.rules = tables.rules.map((rule) =>
    rule.id === id ? { ...rule, check: check(rule) } : rule,
  );
};

/** Motor gap drafts that should have been refused and are not. */
export const gapRuleFaults: readonly Fault[] = [
  {
    id: 'gap-priced-without-vehicle-details',
    breaks: { requirement: 'GAP-VEHICLE-01', operation: 'gap.price-request' },
    what: 'A motor gap draft without vehicle details gets the price of an average car.',
    sow: (tables) => {
      withRule(tables, 'vehicle-details', (rule) => (subject) => {
        const { risk } = subject.body as GapDraft;
        return risk?.vehicle?.details ? rule.check(subject) : undefined;
      });
    },
  },
  {
    id: 'gap-impossible-insurer-insured',
    breaks: { requirement: 'GAP-INSURER-01', operation: 'gap.draft-update' },
    what: 'A motor gap draft gets a contract with a casco insurer that does not exist.',
    sow: (tables) => withRule(tables, 'casco-insurer', () => () => undefined),
  },
];
