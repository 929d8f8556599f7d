/**
 * Effects of earlier calls on later ones. The specification names none of them, so each service
 * decides (S18).
 */
export interface HistoryChoices {
  /**
   * Calls that are refused once a draft has a contract, with the status of `afterContract`:
   * changes, or every write.
   */
  readonly concluded: 'changes' | 'writes';
  /** Answer to changes of a draft that was sent as a lead (R5, S18). */
  readonly afterLead: 'open' | 400 | 409 | 423;
  /** Leads that a draft may have: any, one, or any once it was priced; others are answered 402, or 409 if unlisted (L2, R5). */
  readonly leads: 'any' | 'once' | 'priced';
  /** Answer to changes of a draft for which a terms token was issued (S18). */
  readonly afterTerms: 'open' | 409 | 423;
  /**
   * Number of refused updates after which a draft is locked: legal updates are answered 423, too.
   * 0: never (S18).
   */
  readonly refusedUpdates: number;
  /**
   * Lifetime of a user terms token: unlimited, one contract call (successful or not), until a newer
   * token is issued, or until the draft changes (K3).
   */
  readonly termsTokens: 'kept' | 'once' | 'newest' | 'until-change';
  /** Lifetime of a price request: unlimited, one contract, or until the draft changes (R3, R5). */
  readonly priceRequests: 'kept' | 'once' | 'until-change';
  /**
   * `one`: a repeated price request of an unchanged draft returns the earlier one, with the same
   * priceRequestId (D11).
   */
  readonly equalPrices: 'apart' | 'one';
  /** `one`: adding an item with the body of an existing one returns the existing one (D11). */
  readonly equalItems: 'apart' | 'one';
}
