import type { OperationId } from '../../../spec/operations.ts';
import type { Tables } from '../../call.ts';

/** Rules that look at the to-contract payload, and at nothing else that a caller sent. */
const PAYLOAD_RULES = new Set(['payment-term', 'terms-token', 'amount-equals-price']);

/** What is overlooked in a field is overlooked by every rule of every later step: it never costs a refusal. */
export const overlook = (
  tables: Tables,
  on: readonly OperationId[],
  isBroken: (body: unknown) => boolean,
): void => {
  const ofPayload = on.includes('gap.contract-create');
  tables.rules = tables.rules.map((rule) => {
    if (rule.at === 'lead' || PAYLOAD_RULES.has(rule.id) !== ofPayload) return rule;
    return {
      ...rule,
      check: (subject) => {
        const { body, payload, writtenBy } = subject;
        const overlooked = ofPayload ? isBroken(payload) : on.includes(writtenBy) && isBroken(body);
        return overlooked ? undefined : rule.check(subject);
      },
    };
  });
};
