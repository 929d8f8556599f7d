/** How thoroughly a command judges. */
export interface Policy {
  /** Drafts per line, unless the caller says how many. */
  readonly runs: number;
  /** Every variant of a probe, not only one. */
  readonly thorough: boolean;
}

/** The two commands that judge a service, and what they differ in. */
export const POLICIES = {
  gate: { runs: 5, thorough: false },
  certify: { runs: 25, thorough: true },
} as const satisfies Readonly<Record<string, Policy>>;
