/** The steps at which a rule on a draft can start to be enforced, in the order of a journey. */
export const CHECKPOINTS = ['write', 'price', 'contract'] as const;
/** A step at which a rule on a draft can start to be enforced. */
export type Checkpoint = (typeof CHECKPOINTS)[number];

/** Rules for the content of a draft, and the step that first enforces each. */
export interface DraftRuleChoices {
  /** First step that enforces each rule (E2, E3, E4); named as in the target. */
  readonly checkpoints: {
    readonly schema: Checkpoint;
    readonly onlyAllowedWhen: Checkpoint;
    readonly employer: Checkpoint;
    readonly startDate: Checkpoint;
    readonly roadsideAssistance: Checkpoint;
    readonly landlordAnswers: Checkpoint;
    readonly personXorCompany: Checkpoint;
    readonly vehicleIdentification: Checkpoint;
  };
  /** First step that refuses an unknown casco insurer (V11, E5). */
  readonly insurerFrom: Checkpoint;
  /**
   * Checks of a draft write if `checkpoints.schema` is later: the types of all fields, or only that objects and lists are
   * present as required and nowhere else (E3).
   */
  readonly lateWrites: 'types' | 'containers';
  /** True if a draft write accepts a malformed e-mail of the policyholder (E9). */
  readonly draftsMayHoldInvalidEmail: boolean;
  /** True if a draft is priced only with a phone number, by a tariff rule that the specification does not state (V17). */
  readonly pricesNeedPhone: boolean;
  /** Maximum number of items in a list, and of one kind on a travel draft. 0: unlimited (V17). */
  readonly mostItems: 0 | 2;
  /** Scripts that free text may be written in (V17). */
  readonly letters: 'any' | 'latin';
  /**
   * Employer of an insuredJob without employeeStatus; `mandatory` treats an absent status as "not
   * self-employed" (E2).
   */
  readonly employerWithoutStatus: 'free' | 'mandatory';
  /** Effect of an update: replaces the draft or is merged into it (D1). */
  readonly updates: 'replace' | 'merge';
  /** The time zone that decides which date is today, the purchase date (W3). */
  readonly timeZone: string;
  /** Answers to PUT of an unknown item, and to DELETE of a deleted one (S11, D6). */
  readonly items: {
    readonly unknownPut: 'refused' | 'created';
    readonly deletedAgain: 404 | 200;
    /**
     * PUT of a deleted item; `revived` excludes `deletedAgain: 200`, since a deletion would have no
     * effect at all (D6).
     */
    readonly deletedPut: 'refused' | 'revived';
    /** Status of any other call on a deleted item, if the operation lists none (S11). */
    readonly deleted: 404 | 410;
  };
  /** Replication lag: milliseconds until a read sees a write (D2, D3, K1). */
  readonly readsLag: number;
  /** Reads that lag: all, or every second one of an object, as with two replicas (D3). */
  readonly staleReads: 'all' | 'every-second';
}

/** All rules of a draft enforced from one step on. */
export const rulesFrom = (step: Checkpoint): Omit<DraftRuleChoices['checkpoints'], 'schema'> => ({
  onlyAllowedWhen: step,
  employer: step,
  startDate: step,
  roadsideAssistance: step,
  landlordAnswers: step,
  personXorCompany: step,
  vehicleIdentification: step,
});

/** Conditions for turning a draft into a contract, and the behaviour afterwards. */
export interface ContractChoices {
  /** Prerequisites of a contract beside a draft that breaks no rule; motor gap always needs a token (K3). */
  readonly contractNeeds: {
    /** A price request, on jobloss, travel and landlord. */
    readonly price: boolean;
    /** A terms token, on jobloss, travel and landlord. */
    readonly token: boolean;
    /** A motor gap price request, and its amount. */
    readonly gapPrice: boolean;
  };
  /** Answer to a second contract creation on a motor gap draft (K2). */
  readonly secondContract: 'replay' | 400 | 409;
  /** Answer to changes of a draft that has a contract (S18). */
  readonly afterContract: 'open' | 409 | 423;
  readonly paymentTerms: readonly string[];
  /** Place of the user terms token in the answer of token-terms: a JSON pointer or `header:NAME`. */
  readonly termsToken: string;
  /**
   * Place of the amount to pay in the answer of the motor gap price request: a JSON pointer or `header:NAME` (null: absent,
   * P5), as an integer or, in a body, an amount object.
   */
  readonly gapPrice: { readonly place: string | null; readonly form: 'integer' | 'amount' };
  /** Answer to landlord leads, which the specification marks as coming soon (S14). */
  readonly landlordLeads: 'live' | 404 | 405 | 501;
  /** Payment status of a draft that has no contract yet (S14). */
  readonly paymentStatusBeforeContract: 200 | 404;
  /** Milliseconds from the contract until its document can be downloaded (S16). */
  readonly downloadReadyAfter: number;
  /** The document itself, or a redirection to it (S1). */
  readonly download: 'served' | 'elsewhere';
}
