/** Effects of earlier calls on later ones; the text names none of these causes, so each is a service's own (S18). */
export interface HistoryChoices {
  /** Calls that a draft refuses once it has a contract, with the status of `afterContract`: its changes, or every write. */
  readonly concluded: 'changes' | 'writes';
  /** Answer to changes of a draft that was sent as a lead (S18). */
  readonly afterLead: 'open' | 409 | 423;
  /** Answer to changes of a draft whose terms were taken (S18). */
  readonly afterTerms: 'open' | 409 | 423;
  /** Refused updates after which a draft refuses every update with 423, 0: none (S18). */
  readonly refusedUpdates: number;
}
