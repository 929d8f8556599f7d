import { beforeHandler, inside, refuse } from './stages.ts';
import type { Fault } from './fault.ts';
import { draftOf } from '../call.ts';

const lacksDenominator = (draft: unknown): boolean => {
  const rate = inside(draft, 'risk', 'cascoFactors', 'depreciationRate');
  return rate !== undefined && inside(rate, 'denominator') === undefined;
};

/** Motor gap fields that a service wants although a rule lets them be absent. */
export const gapOptionalFieldFaults: readonly Fault[] = [
  {
    id: 'gap-updated-only-with-denominator',
    breaks: { requirement: 'GAP-FRACTION-01', operation: 'gap.draft-update' },
    what: 'Motor gap Draft Update refuses a depreciation rate without a denominator.',
    sow: (tables) => {
      beforeHandler(tables, 'gap.draft-update', ({ body }) => {
        if (lacksDenominator(body)) refuse('denominator is required');
      });
    },
  },
  {
    id: 'gap-priced-only-with-denominator',
    breaks: { requirement: 'GAP-FRACTION-01', operation: 'gap.price-request' },
    what: 'The motor gap price request refuses drafts whose depreciation rate has no denominator.',
    sow: (tables) => {
      beforeHandler(tables, 'gap.price-request', (call) => {
        if (lacksDenominator(draftOf(call).body)) refuse('denominator is required');
      });
    },
  },
  {
    id: 'gap-priced-only-with-white-label',
    breaks: { requirement: 'GAP-WHITELABEL-01', operation: 'gap.price-request' },
    what: 'The motor gap price request requires a white label although the product has only one.',
    // Where the target names none or several, nobody knows that it may be left out (P5).
    shownBy: ({ whiteLabels }) => whiteLabels.length === 1,
    sow: (tables) => {
      beforeHandler(tables, 'gap.price-request', (call) => {
        if (draftOf(call).body['whiteLabelId'] === undefined) refuse('whiteLabelId is required');
      });
    },
  },
];
