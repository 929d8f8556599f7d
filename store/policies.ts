/** Thoroughness of a command. */
export interface Policy {
  /** Default number of drafts per line. */
  readonly runs: number;
  /** Every variant of a probe, not just one. */
  readonly thorough: boolean;
}

/** Policies of the two commands that judge a service. */
export const POLICIES = {
  gate: { runs: 5, thorough: false },
  certify: { runs: 25, thorough: true },
} as const satisfies Readonly<Record<string, Policy>>;
