import { type JsonObject, withPointer } from '../json.ts';
import { LEAD_CIRCUMSTANCES } from './lead-signs.ts';
import { SAMPLE_DRAFTS } from './sample-drafts.ts';

/** What a fault needs to show itself beside a legal call on the sample draft. */
export interface Circumstances {
  /** Content of the draft that the call is about. */
  readonly draft?: JsonObject;
  readonly body?: unknown;
  /** How often the same call is made; the last one counts. */
  readonly calls?: number;
  /** Whether the draft is priced before the call. */
  readonly priced?: true;
}

const { gap, jobloss, landlord, travel } = SAMPLE_DRAFTS;
const withoutDenominator = withPointer(gap, '/risk/cascoFactors/depreciationRate', {
  numerator: 0,
});

const AWARE = withPointer(jobloss, '/risk/insuredJob/isAwareOfImpendingJobloss', true);
const TWO_FLAGS = withPointer(AWARE, '/risk/insuredJob/workingAtLeast16Hours', false);

/** The circumstances under which a fault shows itself, by its id; none for those that any legal call shows. */
export const CIRCUMSTANCES: Readonly<Record<string, Circumstances>> = {
  'every-second-price-info-not-found': { calls: 2 },
  'second-gap-price-not-found': { calls: 2 },
  'jobloss-created-in-any-language-with-a-job': { body: withPointer(jobloss, '/language', 'de') },
  'jobloss-two-broken-flags-created': { body: TWO_FLAGS },
  'jobloss-two-broken-flags-updated': { body: TWO_FLAGS },
  'jobloss-permanent-contract-unseen-beside-the-fund': {
    body: withPointer(
      withPointer(jobloss, '/risk/insuredJob/isPermanentContract', false),
      '/risk/insuredJob/willUnregisterSocialFundIfClaim',
      false,
    ),
  },
  'jobloss-flags-created-with-422': { body: AWARE },
  'jobloss-flags-created-with-402': { body: AWARE },
  'jobloss-flags-updated-with-403': { body: AWARE },
  'gap-updated-with-any-variant-beside-a-vehicle': {
    body: withPointer(gap, '/terms/variant', 'GAP13'),
  },
  'jobloss-created-without-french': { body: withPointer(jobloss, '/language', 'fr') },
  'landlord-created-without-studios': {
    body: withPointer(landlord, '/risk/insuredProperty/secondType', 'studio'),
  },
  'travel-updated-without-premium': { body: withPointer(travel, '/terms/variant', 'premium') },
  'gap-updated-without-three-claims': {
    body: withPointer(gap, '/risk/drivers', [{ numberOfClaimsLast5Years: '3+' }]),
  },
  'car-posted-only-with-plate': { body: { make: 'Volvo' } },
  'gap-lead-without-references': { body: { partnerReference: [{ key: 'a', value: 'b' }] } },
  'travel-draft-has-one-car': { calls: 2 },
  'jobloss-update-breaks-down-for-officials': {
    body: withPointer(jobloss, '/risk/insuredJob/employeeStatus', 'governmentOfficial'),
  },
  'gap-price-breaks-down-for-five-years': { draft: withPointer(gap, '/terms/variant', 'GAP60') },
  'gap-draft-unknown-until-updated': { draft: {} },
  ...LEAD_CIRCUMSTANCES,
  'gap-draft-read-by-another-client-once-priced': { priced: true },
  'gap-updated-only-with-denominator': { body: withoutDenominator },
  'gap-priced-only-with-denominator': { draft: withoutDenominator },
};

/** Faults after which a client that is not told otherwise has no id, price or link to go on with. */
export const DEAD_ENDS: ReadonlySet<string> = new Set([
  'gap-drafts-in-the-singular',
  'travel-create-answers-a-list',
  'landlord-create-answers-quoted-json',
  'car-post-answers-xml',
  'gap-price-answers-broken-json',
  'gap-priced-only-with-reference',
  'gap-priced-only-with-white-label',
  'gap-contract-created-with-200',
  'gap-contract-with-empty-location',
  'gap-contract-location-leads-nowhere',
  'gap-contract-location-is-gone',
  'jobloss-draft-not-read-after-update',
  'landlord-draft-not-read-after-update',
]);
