/** The subjects that the requirements fall into, and how a person calls them. */
export const AREA_TITLES = {
  protocol: 'Protocol: paths, versions, credentials, statuses',
  fields: 'Fields that have to be refused',
  legal: 'Values that have to be accepted',
  resources: 'What answers show',
  rules: 'Business rules',
  prices: 'Prices',
  state: 'State: ids, ownership, what is kept',
} as const;

/** One of the subjects. */
export type Area = keyof typeof AREA_TITLES;

/** Patterns of the ids of each area; the first match counts. */
const LOOKS: readonly (readonly [RegExp, Area])[] = [
  [/-(RESOURCE|READBACK)-|^PRICE-(FIELD|ALTERNATIVE)-|^LANDLORD-DRAFT-/, 'resources'],
  [/-LEGAL-|^LEGAL-/, 'legal'],
  [/-FIELD-/, 'fields'],
  [/^(GAP-)?PRICE-|^GAP-(FRACTION|INVOICE)-/, 'prices'],
  [/^TRAVEL-(CAR|PERSON|METADATA)-0|^UNIQUE-|^DRAFT-0[34]|^ID-0[67]|^GAP-CONTRACT-01/, 'state'],
  [/^AUTH-0[456]/, 'state'],
  [
    /-(FLAG|ALLOWED|EMPLOYER|ROADSIDE|ANSWER|POLICYHOLDER|STARTDATE|TOKEN|INSURER|VEHICLE|WHITELABEL)-|^LEAD-/,
    'rules',
  ],
];

/** The area of a requirement. */
export const areaOf = (requirement: string): Area =>
  LOOKS.find(([look]) => look.test(requirement))?.[1] ?? 'protocol';
