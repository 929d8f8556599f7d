import type { RequirementId } from '../../spec/catalogue.ts';

const WRITTEN: ReadonlySet<RequirementId> = new Set<RequirementId>([
  'PATH-01',
  'LEGAL-01',
  'ERROR-01',
  'STATUS-01',
  'LASTMOD-02',
  'RESOURCE-01',
  'DRAFT-01',
  'GAP-CONTRACT-02',
  'GAP-CONTRACT-03',
  'LANDLORD-DRAFT-01',
  'LANDLORD-DRAFT-02',
  'PRICE-01',
  'AMOUNT-02',
]);
const GENERATED = ['LANDLORD-RESOURCE-', 'PRICE-FIELD-', 'PRICE-ALTERNATIVE-'];

/** What a journey answers for: the forms of a success on every operation that it takes. */
export const isJourneyRequirement = (id: RequirementId): boolean =>
  WRITTEN.has(id) || GENERATED.some((prefix) => id.startsWith(prefix));
