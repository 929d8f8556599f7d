import type { Verdict } from './finding.ts';

/** Who has to act (README, exit codes); where several hold, the order is 4, 2, 1, 5, 3, 0. */
export const EXIT = {
  conformant: 0,
  nonConformant: 1,
  usage: 2,
  incomplete: 3,
  harness: 4,
  waiver: 5,
} as const;

/** One of the exit codes. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What else than its verdicts decides how a run ended. */
export interface RunCircumstances {
  /** A waiver is stale or expired. */
  readonly staleWaiver?: boolean;
  /** It was stopped before it had sent all that it was to send. */
  readonly stopped?: boolean;
}

/** The exit code that the verdicts of a ledger amount to. An empty ledger is incomplete. */
export const exitCodeOf = (
  verdicts: readonly Verdict[],
  { staleWaiver = false, stopped = false }: RunCircumstances = {},
): ExitCode => {
  const has = (verdict: Verdict) => verdicts.includes(verdict);
  if (has('error')) return EXIT.harness;
  if (has('fail')) return EXIT.nonConformant;
  if (staleWaiver) return EXIT.waiver;
  if (has('inconclusive') || verdicts.length === 0 || stopped) return EXIT.incomplete;
  return EXIT.conformant;
};
