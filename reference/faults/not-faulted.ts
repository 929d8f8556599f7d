/** Cells of which no fault can be sown, and why. */
export interface NotFaulted {
  /** Their requirements. */
  readonly ids: RegExp;
  /** Their operations; left out: all of the requirement. */
  readonly on?: RegExp;
  readonly because: string;
}

/** What is demanded and no service can break alone, so that a harness could name it. */
export const NOT_FAULTED: readonly NotFaulted[] = [
  {
    ids: /^LEGAL-01$/,
    on: /\.draft-get$/,
    because: 'A draft that its creator may not read is missing: that is DRAFT-01 (D3).',
  },
  {
    ids: /^LEGAL-01$/,
    on: /^(jobloss|travel|landlord)\.price-request$|\.(price-info|token-terms|contract-create|payment-status|contract-get|contract-download)$/,
    because:
      'From the price on a refusal may follow a rule that nobody states, so it stays open (V17).',
  },
  {
    ids: /^LEGAL-01$/,
    on: /^gap\.draft-create$|\.(car-put|person-\w+|metadata-(post|put))$/,
    because: 'Its body is not shown, so a refusal may be about what was guessed (P4).',
  },
  {
    ids: /^ERROR-01$/,
    on: /^gap\.draft-create$/,
    because:
      'Its body is not shown and always the same one, so a server error may be about that (P4).',
  },
  {
    ids: /^UNIQUE-01$/,
    on: /^gap\.draft-create$/,
    because: 'Every creation is the same one, and equal creations may be one draft (D11).',
  },
  {
    ids: /^LANDLORD-RESOURCE-policyholder\.contact\.email-format$/,
    because: 'A draft may hold a malformed e-mail, and shows it as it is (E9).',
  },
  {
    ids: /-LEGAL-.+\.(currency|codeType)$/,
    because:
      'The one listed value comes with the enclosing object, so that refusing it is refusing that.',
  },
  {
    ids: /-LEGAL-.*(address|billingAddress)\.(country|zip)$/i,
    because:
      'BE is the only country whose addresses are surely insured, and a zip is refused with its city.',
  },
  {
    ids: /^GAP-LEGAL-risk\.vehicle\.(details\.(code|country)|identification\.registration\.(country|plate))$/,
    because:
      'No two values are told apart: what a code, a country or a plate may be is the world’s affair (V11).',
  },
  {
    ids: /^GAP-LEGAL-risk\.cascoFactors\.depreciationRate\.numerator$/,
    because: 'Every fraction has one, and no rule tells two of them apart.',
  },
  {
    ids: /^JOBLOSS-LEGAL-risk\.insuredJob\.(isPermanentContract|willUnregisterSocialFundIfClaim)$/,
    because:
      'It must be true under its status and is sent with it always (C6), so that refusing it is refusing the status.',
  },
  {
    ids: /^LANDLORD-LEGAL-policyholder\.company\.billingAddress$/,
    because:
      'With it billingAddressSameAsCompany is false or absent and without it true or absent, so that both are refused.',
  },
  {
    ids: /^LANDLORD-READBACK-risk\.insuredProperty\.(monthly(Charges|Rent)\.currency|surfaceArea\.unit|type)$/,
    because: 'One value is listed; to show another is a fault of the resource.',
  },
];
