/** Effects of earlier calls on later ones; the text names none of these causes, so each is a service's own (S18). */
export interface HistoryChoices {
  /** Calls that a draft refuses once it has a contract, with the status of `afterContract`: its changes, or every write. */
  readonly concluded: 'changes' | 'writes';
  /** Answer to changes of a draft that was sent as a lead (R5, S18). */
  readonly afterLead: 'open' | 400 | 409 | 423;
  /** Answer to changes of a draft whose terms were taken (S18). */
  readonly afterTerms: 'open' | 409 | 423;
  /** Refused updates after which a draft refuses legal ones, too, with 423; 0: none (S18). */
  readonly refusedUpdates: number;
  /**
   * Life of a user terms token: it stays valid, serves one contract call whatever its end, gives way to a newer one, or ends with a
   * change of its draft (K3).
   */
  readonly termsTokens: 'kept' | 'once' | 'newest' | 'until-change';
  /** Life of a price request: it stays valid, serves one contract, or ends with any change of its draft (R3, R5). */
  readonly priceRequests: 'kept' | 'once' | 'until-change';
  /** True if a price request of an unchanged draft is the earlier one again, priceRequestId and all (D11). */
  readonly equalPrices: 'apart' | 'one';
  /** True if an item of a body that the draft holds already is that item again (D11). */
  readonly equalItems: 'apart' | 'one';
}
