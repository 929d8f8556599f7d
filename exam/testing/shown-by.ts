import type { RequirementId } from '../../spec/catalogue.ts';
import type { WatchedOrder } from '../watched-run.ts';

/** A file of `suites/` without its ending, a judge that it asks, and a requirement that the judge decides there. */
export type Shown = readonly [file: string, judge: string, requirement: RequirementId];

/** A service, the requirements that suffice, and the decisions that it causes. */
export interface Showing extends Partial<WatchedOrder> {
  readonly requirements: NonNullable<WatchedOrder['requirements']>;
  readonly shows: readonly Shown[];
}

const UNKNOWN_IDS = ['ID-01', 'ID-02', 'ID-03', 'ID-04', 'ID-05'] as const;
const OF_ITEMS = ['TRAVEL-CAR-03', 'TRAVEL-PERSON-03', 'TRAVEL-METADATA-03'] as const;
const FOREIGN_IDS = ['ID-06', 'ID-07', ...OF_ITEMS] as const;

/** Services on which judges decide that a correct one of the plain dialect leaves idle. */
export const SHOWN_BY: readonly Showing[] = [
  {
    faults: ['gap-draft-is-broken-in-a-race'],
    lines: ['gap'],
    requirements: ['DRAFT-03'],
    shows: [['races/race', 'parallel-errors', 'ERROR-01']],
  },
  {
    faults: ['landlord-updates-are-lost-in-a-race'],
    lines: ['landlord'],
    requirements: ['DRAFT-03', 'LANDLORD-READBACK-risk.insuredProperty.address.street'],
    shows: [
      [
        'races/update-race',
        'content-after-race',
        'LANDLORD-READBACK-risk.insuredProperty.address.street',
      ],
    ],
  },
  {
    faults: ['travel-person-delete-by-another-client'],
    lines: ['travel'],
    requirements: ['AUTH-04', 'AUTH-06'],
    shows: [['ownership/disclosures', 'foreign-call', 'AUTH-06']],
  },
  {
    faults: [
      'jobloss-draft-get-of-an-unknown-draft',
      'jobloss-draft-update-of-an-unknown-draft',
      'jobloss-contract-get-of-an-unknown-contract',
      'travel-car-delete-of-an-unknown-car',
      'travel-person-delete-of-an-unknown-person',
      'travel-metadata-delete-of-an-unknown-key',
    ],
    lines: ['jobloss', 'travel'],
    requirements: [...UNKNOWN_IDS, ...FOREIGN_IDS],
    shows: [
      ['state/foreign-item', 'served-unknown-id', 'ID-03'],
      ['state/foreign-item', 'served-unknown-id', 'ID-04'],
      ['state/foreign-item', 'served-unknown-id', 'ID-05'],
      ['state/foreign-id', 'served-unknown-id', 'ID-01'],
      ['state/foreign-id', 'served-unknown-id', 'ID-02'],
      ['state/foreign-draft', 'served-unknown-id', 'ID-01'],
    ],
  },
  {
    faults: ['jobloss-price-breaks-without-terms-commercial-name'],
    lines: ['jobloss'],
    requirements: ['ERROR-01', 'JOBLOSS-LEGAL-terms.commercialName'],
    shows: [['fields/value-draft', 'price-without', 'ERROR-01']],
  },
  {
    faults: ['jobloss-draft-create-always-breaks-down'],
    lines: ['jobloss'],
    requirements: [
      'ERROR-01',
      'PATH-01',
      'VERSION-03',
      'JOBLOSS-LEGAL-terms.startDate',
      'JOBLOSS-LEGAL-terms.commercialName',
    ],
    shows: [
      ['whole-run/always-broken', 'always-broken', 'ERROR-01'],
      ['sequences/unexpected-refusal', 'unexpected-refusal', 'ERROR-01'],
      ['fields/last-start-day', 'last-start-day', 'ERROR-01'],
      ['fields/legal-value', 'stage-not-reached', 'JOBLOSS-LEGAL-terms.commercialName'],
    ],
  },
  {
    faults: ['jobloss-draft-create-always-breaks-down~with-few-fields'],
    lines: ['jobloss'],
    requirements: ['COUNTRY-01', 'VERSION-03', 'DRAFT-02', 'ERROR-01'],
    shows: [
      ['protocol/legal-variants', 'settled-refusal', 'ERROR-01'],
      ['protocol/legal-variants', 'settled-refusal', 'DRAFT-02'],
    ],
  },
  {
    faults: ['jobloss-update-breaks-down-for-officials'],
    lines: ['jobloss'],
    requirements: ['ERROR-01', 'JOBLOSS-LEGAL-risk.insuredJob.employeeStatus'],
    shows: [
      ['fields/legal-value', 'settled-refusal', 'ERROR-01'],
      ['fields/legal-value', 'settled-refusal', 'JOBLOSS-LEGAL-risk.insuredJob.employeeStatus'],
    ],
  },
  {
    faults: ['gap-priced-only-with-reference'],
    lines: ['gap'],
    requirements: ['GAP-FRACTION-01', 'GAP-WHITELABEL-01', 'KEYVALUE-01', 'LEGAL-01'],
    shows: [['fields/legal-value', 'at-large', 'LEGAL-01']],
  },
  {
    faults: ['legal-jobloss-policyholder.contact.phone-absent-on-create'],
    lines: ['jobloss'],
    requirements: [
      'JOBLOSS-LEGAL-policyholder.contact',
      'JOBLOSS-LEGAL-policyholder.contact.phone',
    ],
    shows: [['fields/legal-value', 'blamed-absence', 'JOBLOSS-LEGAL-policyholder.contact']],
  },
  {
    decisions: { purchaseMoment: 'payment' },
    lines: ['jobloss'],
    requirements: ['STARTDATE-01'],
    shows: [['fields/faulty-draft', 'unseen-fault', 'STARTDATE-01']],
  },
  {
    faults: ['jobloss-draft-update-refuses-mixed-letters~once'],
    lines: ['jobloss'],
    requirements: ['COUNTRY-01', 'VERSION-03', 'DRAFT-02'],
    shows: [['protocol/legal-variants', 'not-met-again', 'COUNTRY-01']],
  },
  {
    faults: [
      'gap-draft-create-wants-capitals',
      'gap-draft-get-wants-a-capital-first',
      'gap-draft-update-refuses-mixed-letters',
      'gap-lead-create-refuses-small-letters',
      'gap-price-request-refuses-a-last-capital',
      'gap-token-terms-wants-capitals',
      'gap-contract-create-wants-a-capital-first',
      'gap-contract-get-refuses-mixed-letters',
    ],
    lines: ['gap'],
    requirements: ['COUNTRY-01'],
    shows: [['contexts/refused-spelling', 'settled-refusal', 'COUNTRY-01']],
  },
  {
    dialect: 'canonical',
    lines: ['gap'],
    requirements: ['COUNTRY-01', 'VERSION-03'],
    shows: [['contexts/refused-spelling', 'acceptance', 'COUNTRY-01']],
  },
  {
    dialect: 'no-amount',
    lines: ['gap'],
    requirements: ['GAP-PRICE-02'],
    shows: [['gap-prices/stale-contract', 'price-without-amount', 'GAP-PRICE-02']],
  },
  {
    faults: ['gap-draft-update-without-version'],
    lines: ['gap'],
    requirements: ['VERSION-01', 'GAP-PRICE-03', 'GAP-PRICE-04'],
    shows: [['gap-prices/later-prices', 'probe', 'VERSION-01']],
  },
  {
    faults: ['jobloss-draft-get-answers-403-to-nobody'],
    lines: ['jobloss'],
    requirements: ['AUTH-01', 'DRAFT-01', 'DRAFT-03'],
    shows: [['contexts/use-draft', 'probe', 'AUTH-01']],
  },
  {
    faults: ['travel-car-put-without-right'],
    lines: ['travel'],
    requirements: ['AUTH-03', 'DRAFT-05'],
    shows: [['state/refused-item-call', 'probe', 'AUTH-03']],
  },
  {
    faults: ['travel-person-put-by-another-client'],
    lines: ['travel'],
    requirements: ['AUTH-06', 'DRAFT-05'],
    shows: [['state/refused-item-call', 'foreign-call', 'AUTH-06']],
  },
  {
    faults: ['travel-person-delete-without-right'],
    lines: ['travel'],
    requirements: ['AUTH-03', 'AUTH-04'],
    shows: [
      ['ownership/disclosures', 'served-stranger', 'AUTH-03'],
      ['ownership/disclosures', 'let-in', 'AUTH-04'],
    ],
  },
  {
    faults: ['landlord-draft-update-compares-the-beginning-of-a-credential'],
    lines: ['landlord'],
    requirements: ['AUTH-02', 'DRAFT-05'],
    shows: [['state/refused-update', 'probe', 'AUTH-02']],
  },
  {
    faults: ['landlord-draft-update-by-another-client'],
    lines: ['landlord'],
    requirements: ['AUTH-06', 'DRAFT-05'],
    shows: [['state/refused-update', 'foreign-call', 'AUTH-06']],
  },
  {
    faults: ['field-landlord-policyholder.company.vat-format-on-update'],
    lines: ['landlord'],
    requirements: ['LANDLORD-FIELD-policyholder.company.vat-format', 'DRAFT-05'],
    shows: [
      ['state/refused-update', 'draft-fault', 'LANDLORD-FIELD-policyholder.company.vat-format'],
    ],
  },
  {
    faults: ['third-car-gets-the-id-of-the-second'],
    lines: ['travel'],
    requirements: ['UNIQUE-03'],
    shows: [['sequences/same-id', 'id-twice', 'UNIQUE-03']],
  },
  {
    faults: ['landlord-creation-overwrites-the-draft-before'],
    lines: ['landlord'],
    requirements: ['DRAFT-04'],
    shows: [['sequences/changed-draft', 'changed-draft', 'DRAFT-04']],
  },
  {
    faults: ['gap-contract-made-twice'],
    lines: ['gap'],
    requirements: ['GAP-CONTRACT-01'],
    shows: [['sequences/second-contract', 'one-contract', 'GAP-CONTRACT-01']],
  },
  {
    faults: ['car-delete-drops-all'],
    lines: ['travel'],
    requirements: ['TRAVEL-CAR-02', 'TRAVEL-ITEM-01'],
    shows: [['state/item-survival', 'kept-item', 'TRAVEL-CAR-02']],
  },
  {
    faults: ['travel-draft-has-no-car'],
    lines: ['travel'],
    requirements: ['LEGAL-01'],
    shows: [['whole-run/refused-cars', 'always-refused', 'LEGAL-01']],
  },
  {
    faults: ['gap-priced-without-any-vehicle'],
    lines: ['gap'],
    requirements: ['GAP-VEHICLE-01'],
    shows: [['whole-run/priced-drafts', 'priced-content', 'GAP-VEHICLE-01']],
  },
  {
    faults: ['gap-draft-update-by-another-client'],
    lines: ['gap'],
    requirements: ['AUTH-06', 'GAP-PRICE-03'],
    shows: [['gap-prices/later-prices', 'foreign-call', 'AUTH-06']],
  },
  {
    faults: ['gap-contract-again-in-another-spelling'],
    lines: ['gap'],
    requirements: ['GAP-CONTRACT-01'],
    shows: [['whole-run/contracts-of-drafts', 'one-contract', 'GAP-CONTRACT-01']],
  },
  {
    faults: ['landlord-lead-create-refuses-email~on-every-second-connection'],
    lines: ['landlord'],
    requirements: ['LEAD-01'],
    shows: [['leads/lead-fault', 'at-large', 'LEGAL-01']],
  },
  {
    faults: ['landlord-lead-create-refuses-email~on-every-second-connection'],
    lines: ['landlord'],
    requirements: ['LEAD-02'],
    shows: [['leads/lead-fault', 'refused-lead', 'LEAD-LEGAL-transport']],
  },
  {
    faults: ['jobloss-lead-create-refuses-email'],
    lines: ['jobloss'],
    requirements: ['LEAD-LEGAL-transport', 'LEAD-01', 'LEGAL-01'],
    shows: [['leads/lead-fault', 'lead-twin', 'LEAD-01']],
  },
  {
    faults: ['second-gap-price-a-cent-more'],
    lines: ['gap'],
    requirements: ['GAP-PRICE-03'],
    shows: [['contexts/use-draft', 'repeated-prices', 'GAP-PRICE-03']],
  },
  {
    faults: ['jobloss-draft-get-answers-403-to-nobody'],
    lines: ['jobloss'],
    requirements: ['AUTH-01', 'AUTH-04'],
    shows: [['ownership/disclosures', 'probe', 'AUTH-01']],
  },
  {
    faults: ['jobloss-draft-get-shown-beside-401'],
    lines: ['jobloss'],
    requirements: ['AUTH-01', 'AUTH-02', 'AUTH-04', 'VERSION-01'],
    shows: [
      ['contexts/use-draft', 'disclosure', 'AUTH-04'],
      ['protocol/probes', 'disclosure', 'AUTH-04'],
    ],
  },
  {
    faults: [
      'legal-jobloss-risk.insuredJob.isAwareOfImpendingJobloss-absent-on-create~for-a-person',
    ],
    lines: ['jobloss'],
    requirements: ['JOBLOSS-LEGAL-risk.insuredJob.isAwareOfImpendingJobloss', 'LEGAL-01'],
    shows: [
      [
        'whole-run/refused-body',
        'decisive-value',
        'JOBLOSS-LEGAL-risk.insuredJob.isAwareOfImpendingJobloss',
      ],
    ],
  },
  {
    faults: [
      'legal-jobloss-risk.insuredJob.employeeStatus-governmentOfficial-on-create~for-a-person',
    ],
    lines: ['jobloss'],
    requirements: [
      'JOBLOSS-LEGAL-risk.insuredJob.employeeStatus',
      'JOBLOSS-FIELD-terms-type',
      'LEGAL-01',
    ],
    shows: [['whole-run/refused-body', 'decisive-value', 'LEGAL-01']],
  },
  {
    faults: ['gap-update-refused-after-price'],
    lines: ['gap'],
    requirements: ['GAP-PRICE-02', 'GAP-PRICE-04'],
    shows: [['gap-prices/stale-contract', 'later-price', 'GAP-PRICE-04']],
  },
  {
    dialect: 'api-key',
    lines: ['gap'],
    requirements: ['LEAD-02'],
    shows: [['leads/lead-fault', 'unwritten-lead', 'LEAD-02']],
  },
  {
    faults: ['landlord-creation-overwrites-the-draft-before~for-a-company'],
    lines: ['landlord'],
    requirements: ['DRAFT-04', 'LANDLORD-READBACK-policyholder.company.name', 'DRAFT-01'],
    shows: [['journey/read-back', 'mix-up', 'DRAFT-04']],
  },
  {
    faults: [
      'readback-landlord-policyholder.address.street-on-create~on-the-first-call-on-a-draft',
    ],
    lines: ['landlord'],
    requirements: ['LANDLORD-READBACK-policyholder.address.street', 'DRAFT-01'],
    shows: [['journey/read-back', 'early-read', 'LANDLORD-READBACK-policyholder.address.street']],
  },
  {
    faults: ['gap-draft-get-always-breaks-down~after-a-contract'],
    lines: ['gap'],
    requirements: ['ERROR-01', 'DRAFT-01', 'GAP-CONTRACT-01'],
    shows: [['sequences/unexpected-refusal', 'call-on-used', 'ERROR-01']],
  },
];

/** Decisions that no service of the reference causes with one seed and a few requirements. */
export const UNSHOWN: readonly Shown[] = [
  // A draft that shows the content of another one from its first read on, with an id of its own.
  ['state/other-draft', 'mix-up', 'DRAFT-04'],
  // A content that a used draft refused in a run of all requirements (exam/histories.ts).
  ['whole-run/refused-content', 'refused-content', 'LEGAL-01'],
  // A service that takes leads only after a price, and refuses the price of a draft without an address.
  ['leads/lead-fault', 'unpriced-lead', 'LEAD-01'],
  // A legal call that is refused only once, which a fault under a condition shows (exam --conditions).
  ['journey/free-refusals', 'temporary-refusal', 'LEGAL-01'],
  // Items that the draws of a run may delete twice in a sequence, or lose.
  ['sequences/deleted-item', 'deleted-item', 'TRAVEL-CAR-01'],
  ['state/deleted-item', 'lost-items', 'TRAVEL-CAR-02'],
];
