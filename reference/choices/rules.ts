/** The steps at which a rule on a draft can start to be enforced, in the order of a journey. */
export const CHECKPOINTS = ['write', 'price', 'contract'] as const;
/** A step at which a rule on a draft can start to be enforced. */
export type Checkpoint = (typeof CHECKPOINTS)[number];

/** What a draft may hold, and from when on it may not. */
export interface DraftRuleChoices {
  /** From which step on each rule is enforced (E2, E3, E4); named as in the target. */
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
  /** From which step on an unknown casco insurer is refused (V11, E5). */
  readonly insurerFrom: Checkpoint;
  /**
   * What a draft write looks at where `checkpoints.schema` is later: the types of all fields, or no more than that objects
   * and lists stand where they are due and nowhere else (E3).
   */
  readonly lateWrites: 'types' | 'containers';
  /** True if a draft write takes a malformed e-mail of the policyholder (E9). */
  readonly draftsMayHoldInvalidEmail: boolean;
  /** Items that a list, or a travel draft of one kind, holds at most, 0: as many as one likes (V17). */
  readonly mostItems: 0 | 2;
  /** True if free text may have letters of other scripts than the Latin one (V17). */
  readonly letters: 'any' | 'latin';
  /** True if an insuredJob without employeeStatus needs an employer: who says nothing is "not self-employed" (E2). */
  readonly employerWithoutStatus: 'free' | 'mandatory';
  /** True if an update replaces the draft or is merged into it (D1). */
  readonly updates: 'replace' | 'merge';
  /** The time zone in which today is the purchase date (W3). */
  readonly timeZone: string;
  /** PUT of an item that is not there, and DELETE of one that was deleted before (S11, D6). */
  readonly items: { readonly unknownPut: 'refused' | 'created'; readonly deletedAgain: 404 | 200 };
  /** Milliseconds until a read sees what was written (D2, D3, K1). */
  readonly readsLag: number;
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

/** How a draft becomes a contract, and what comes afterwards. */
export interface ContractChoices {
  /** What a contract needs beside a draft that breaks no rule; motor gap always needs a token (K3). */
  readonly contractNeeds: {
    /** A price request, on jobloss, travel and landlord. */
    readonly price: boolean;
    /** A terms token, on jobloss, travel and landlord. */
    readonly token: boolean;
    /** A motor gap price request, and its amount. */
    readonly gapPrice: boolean;
  };
  /** What a second motor gap contract creation answers (K2). */
  readonly secondContract: 'replay' | 400 | 409;
  /** What changes of a draft answer once there is a contract of it (S18). */
  readonly afterContract: 'open' | 409 | 423;
  readonly paymentTerms: readonly string[];
  /** Where token-terms shows the user terms token, a JSON pointer or `header:NAME`. */
  readonly termsToken: string;
  /**
   * Where the motor gap price request shows the amount to pay, a JSON pointer or `header:NAME` (null: nowhere, P5), and as an
   * integer or, in a body, an amount object.
   */
  readonly gapPrice: { readonly place: string | null; readonly form: 'integer' | 'amount' };
  /** Landlord leads are marked as coming soon (S14). */
  readonly landlordLeads: 'live' | 404 | 405 | 501;
  /** Payment status of a draft that has no contract yet (S14). */
  readonly paymentStatusBeforeContract: 200 | 404;
  /** Milliseconds from the contract until its document can be downloaded (S16). */
  readonly downloadReadyAfter: number;
}
