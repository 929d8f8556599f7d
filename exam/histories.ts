/** A fault and its condition, by their ids. */
export interface PairIds {
  readonly fault: string;
  readonly condition: string;
}

/** One fault with several conditions. */
const pairIds = (fault: string, ...conditions: readonly string[]): readonly PairIds[] =>
  conditions.map((condition) => ({ fault, condition }));

const refusedFields: readonly PairIds[] = [
  ...pairIds(
    'field-jobloss-terms.variant-enum-on-both',
    'from-write-2',
    'from-write-3',
    'from-write-4',
    'from-write-6',
    'after-a-refusal',
    'after-2-refusals',
    'after-3-refusals',
    'one-call-in-3',
    'beside-another-call',
  ),
  ...pairIds(
    'field-travel-terms.variant-enum-on-update',
    'from-write-3',
    'from-write-4',
    'after-2-refusals',
    'on-one-draft-in-3',
  ),
  ...pairIds('field-landlord-terms.variant-enum-on-both', 'from-write-4', 'one-call-in-10', 'once'),
  ...pairIds('field-gap-terms.variant-enum', 'from-write-2', 'from-write-3', 'one-call-in-3'),
  ...pairIds(
    'field-landlord-policyholder.address.city-type-on-create',
    'from-call-20',
    'beside-another-call',
    'after-a-refusal',
    'once',
  ),
  ...pairIds('field-car-plate-type', 'from-write-2', 'from-call-5'),
];

const rules: readonly PairIds[] = [
  ...pairIds('rule-jobloss-aware-of-jobloss-on-update', 'once', 'from-call-20'),
  ...pairIds('jobloss-flags-updated-with-403', 'from-write-3', 'one-call-in-3', 'once'),
  ...pairIds('rule-jobloss-no-employer-official-on-both', 'from-call-20'),
];

const statuses: readonly PairIds[] = [
  ...pairIds(
    'travel-updated-with-202',
    'from-write-2',
    'after-a-refusal',
    'one-call-in-10',
    'on-every-second-connection',
    'beside-another-call',
  ),
  ...pairIds('gap-contract-created-with-200', 'on-one-draft-in-5', 'once'),
  ...pairIds('car-deleted-with-204', 'after-a-deletion', 'one-call-in-3'),
  ...pairIds('jobloss-draft-update-gone', 'after-2-refusals', 'once'),
];

const access: readonly PairIds[] = [
  ...pairIds(
    'jobloss-draft-update-for-an-empty-credential',
    'after-a-refusal',
    'from-call-5',
    'once',
  ),
  ...pairIds(
    'gap-draft-update-compares-the-beginning-of-a-credential',
    'after-a-refusal',
    'one-call-in-3',
  ),
  ...pairIds('travel-car-delete-without-right', 'after-a-refusal', 'from-call-5'),
  ...pairIds('jobloss-contract-get-by-another-client', 'after-a-contract', 'once'),
  ...pairIds('travel-metadata-post-forbidden-with-address-in-a-header', 'without-a-phone'),
  ...pairIds('gap-draft-update-by-another-client', 'after-a-refusal', 'once'),
];

const paths: readonly PairIds[] = [
  // One call in three is chance for a probe that a gate sends once.
  ...pairIds('landlord-draft-update-in-any-version', 'after-2-refusals', 'from-call-5'),
  ...pairIds('travel-draft-update-without-version', 'from-call-5', 'without-a-phone'),
  ...pairIds('gap-token-terms-in-any-version-1', 'without-a-house-number'),
  ...pairIds('jobloss-draft-update-in-xx', 'after-a-refusal', 'once'),
  ...pairIds('travel-draft-update-of-an-unknown-draft', 'after-2-refusals', 'from-call-20'),
  ...pairIds('travel-car-delete-of-an-unknown-car', 'after-a-refusal', 'one-call-in-3'),
  ...pairIds('gap-contract-get-not-allowed', 'from-write-3'),
  ...pairIds('gap-draft-get-always-breaks-down', 'after-a-contract'),
  ...pairIds('travel-contract-create-wants-a-capital-first', 'after-3-refusals'),
];

const answers: readonly PairIds[] = [
  ...pairIds(
    'jobloss-draft-update-modified-at-epoch-milliseconds',
    'from-write-3',
    'one-call-in-25',
  ),
  ...pairIds('travel-update-answers-a-list', 'from-write-3', 'after-a-refusal'),
  ...pairIds(
    'gap-price-answers-broken-json',
    'one-call-in-10',
    'after-a-contract',
    'on-every-second-connection',
    'beside-another-call',
  ),
  ...pairIds(
    'readback-landlord-policyholder.address.city-on-update',
    'from-write-2',
    'on-one-draft-in-3',
  ),
  ...pairIds(
    'landlord-draft-id-is-a-number',
    'one-call-in-10',
    'after-a-contract',
    'on-every-second-connection',
  ),
  ...pairIds('landlord-total-price-as-text', 'on-one-draft-in-3', 'once'),
  ...pairIds('landlord-get-shows-another-draft-id', 'without-a-house-number'),
  ...pairIds('readback-landlord-policyholder.person.status-on-update', 'after-3-refusals'),
  ...pairIds('price-landlord-prices[].landlord.claimLimit-type', 'after-3-refusals'),
  ...pairIds(
    'gap-price-request-shows-a-total-in-francs',
    'from-write-3',
    'one-call-in-10',
    'after-a-contract',
    'once',
  ),
];

const state: readonly PairIds[] = [
  ...pairIds('third-car-gets-the-id-of-the-second', 'on-one-draft-in-2', 'on-one-draft-in-3'),
  ...pairIds('second-landlord-contract-gets-the-id-of-the-first', 'from-call-5'),
  ...pairIds('deleted-car-stays', 'after-a-refusal', 'from-call-5'),
  ...pairIds('car-put-drops-the-next', 'from-write-3', 'on-one-draft-in-2'),
  ...pairIds('landlord-draft-forbidden-to-its-creator', 'one-call-in-10', 'once'),
  ...pairIds('landlord-creation-overwrites-the-draft-before', 'for-a-company'),
  ...pairIds('gap-lead-without-email', 'after-a-refusal', 'from-call-5'),
];

const gap: readonly PairIds[] = [
  ...pairIds('gap-contract-with-any-token', 'after-a-refusal', 'once'),
  ...pairIds('gap-contract-made-twice', 'after-a-contract', 'on-one-draft-in-3', 'once'),
  ...pairIds('gap-rate-in-percent', 'from-write-2'),
  ...pairIds('gap-price-outlives-any-change', 'from-write-2', 'one-call-in-3'),
  ...pairIds('third-gap-price-a-euro-less', 'on-one-draft-in-2'),
  ...pairIds('second-gap-price-a-cent-more', 'from-write-3'),
  ...pairIds('legal-gap-risk.cascoFactors.deductible.value-whole-euros', 'after-a-price'),
];

const legal: readonly PairIds[] = [
  ...pairIds(
    'legal-travel-terms.variant-premium-on-update',
    'from-write-2',
    'after-a-refusal',
    'after-a-lead',
  ),
  ...pairIds(
    'legal-landlord-risk.insuredProperty.address.number-absent-on-both',
    'after-a-price',
    'after-2-prices',
  ),
  ...pairIds('legal-gap-terms.variant-GAP48', 'one-call-in-3', 'from-write-2'),
  ...pairIds(
    'legal-jobloss-risk.insuredJob.isAwareOfImpendingJobloss-absent-on-create',
    'for-a-person',
  ),
  ...pairIds('jobloss-update-breaks-down-for-officials', 'from-write-2', 'one-call-in-3'),
  ...pairIds('landlord-price-request-always-breaks-down', 'one-call-in-10', 'once'),
];

const races: readonly PairIds[] = [
  ...pairIds('gap-contract-without-a-lock', 'beside-another-call-on-the-draft'),
  ...pairIds(
    'car-added-at-once-is-lost',
    'beside-another-call-on-the-draft',
    'beside-another-call',
  ),
  ...pairIds('jobloss-draft-update-not-allowed', 'beside-another-call-on-the-draft'),
];

/**
 * Faults of every kind of judgement under conditions of every kind: a harness that passes one of them has lost an
 * observation.
 */
export const HISTORIES: readonly PairIds[] = [
  ...refusedFields,
  ...rules,
  ...statuses,
  ...access,
  ...paths,
  ...answers,
  ...state,
  ...gap,
  ...legal,
  ...races,
];
